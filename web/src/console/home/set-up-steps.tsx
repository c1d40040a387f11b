import { List, Paper, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { useWorkspace } from '../workspace-context.tsx'
import type { Home } from './home-query.ts'
import { TextLink } from '../../shared/text-link.tsx'

type Step = { done: boolean; label: string; link: LinkProps }

/** The first steps of a workspace, until all of them are done. */
export function SetUpSteps({ setUp }: { setUp: Home['setUp'] }) {
  const { slug } = useWorkspace()
  const params = { slug }
  const steps: Step[] = [
    { done: setUp.products, label: 'Add products', link: { to: '/w/$slug/products', params } },
    { done: setUp.customers, label: 'Add customers', link: { to: '/w/$slug/customers', params } },
    {
      done: setUp.terms,
      label: 'Give a customer a discount or an agreed price',
      link: { to: '/w/$slug/customers', params },
    },
    { done: setUp.keys, label: 'Connect your ERP with an API key', link: { to: '/w/$slug/settings/keys', params } },
    { done: setUp.orders, label: 'Place the first order', link: { to: '/w/$slug/orders', params } },
  ]
  const left = steps.filter(({ done }) => !done).length
  // A workspace that sells has found its way, also without a key.
  if (left === 0 || (setUp.products && setUp.customers && setUp.orders)) return null
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label="First steps">
      <Title order={2} size="h4" mb="xs">
        First steps
      </Title>
      <List spacing="xs" center>
        {steps.map(({ done, label, link }) => (
          <List.Item
            key={label}
            icon={
              done ? (
                <IconCircleCheck size={20} aria-hidden color="var(--mantine-color-green-7)" />
              ) : (
                <IconCircle size={20} aria-hidden />
              )
            }
          >
            {done ? (
              <Text span c="dimmed">
                {label}: done
              </Text>
            ) : (
              <TextLink {...link}>{label}</TextLink>
            )}
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}

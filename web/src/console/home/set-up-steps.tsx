import { Paper, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { TextLink } from '../../shared/links.tsx'
import { FileDrop } from '../imports/file-drop.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Home } from './home-query.ts'
import styles from './home.module.css'

type Step = { done: boolean; label: string; link: LinkProps; text: ReactNode }

/** The first steps of a workspace. Its own data ticks them off, and they go once it sells. */
export function SetUpSteps({ setUp, withoutPrice }: Pick<Home, 'setUp' | 'withoutPrice'>) {
  const { slug, reasonNot } = useWorkspace()
  const params = { slug }
  const customers = { to: '/w/$slug/customers', params } as const
  const steps: Step[] = [
    {
      done: setUp.products,
      label: 'Drop your price list here',
      link: { to: '/w/$slug/imports', params },
      text: (
        <>
          <Text size="sm" mb="sm">
            Any spreadsheet with codes, names and prices. You see what it would change before anything is written. You
            can also{' '}
            <TextLink to="/w/$slug/products" params={params} search={{ dialog: 'add' }} inherit>
              add a product by hand
            </TextLink>
            .
          </Text>
          <FileDrop reason={reasonNot('imports')} />
        </>
      ),
    },
    {
      done: setUp.products && withoutPrice.total === 0,
      label: 'Give every product a price',
      link: { to: '/w/$slug/products', params, search: { withoutPrice: 'true' } },
      text: `${counted(withoutPrice.total, 'product')} ${withoutPrice.total === 1 ? 'has' : 'have'} none yet. Buyers see no price there, and cannot order.`,
    },
    {
      done: setUp.customers,
      label: 'Add your customers',
      link: { ...customers, search: { dialog: 'add-customer' } },
      text: 'One at a time here, or all of them from a spreadsheet under Imports.',
    },
    {
      done: setUp.terms,
      label: 'Set what a customer pays',
      link: customers,
      text: 'Open a customer: a discount or an agreed price is on the tab Prices.',
    },
    {
      done: setUp.buyers,
      label: 'Invite a buyer',
      link: customers,
      text: 'Open a customer: its buyers sign in to your trade portal, and order at its prices.',
    },
  ]
  const next = steps.findIndex(({ done }) => !done)
  if (next < 0) return null
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label="First steps">
      <Title order={2} size="h4" mb="xs">
        First steps
      </Title>
      <ol className={styles.steps}>
        {steps.map(({ done, label, link, text }, i) => (
          <li key={label} aria-current={i === next ? 'step' : undefined}>
            {done ? <IconCircleCheck className={styles.done} aria-hidden /> : <IconCircle aria-hidden />}
            <div>
              {done ? (
                <Text c="dimmed" className="standalone-link">
                  {label}: done
                </Text>
              ) : (
                <TextLink {...link} className="standalone-link">
                  {label}
                </TextLink>
              )}
              {i === next && <div className={styles.text}>{text}</div>}
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  )
}

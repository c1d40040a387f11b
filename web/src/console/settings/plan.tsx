import { Badge, Group, Text } from '@mantine/core'
import type { components } from '../../shared/app-api.d.ts'
import { formatDate } from '../../shared/dates.ts'
import { Section } from '../../shared/section.tsx'

type Settings = components['schemas']['Settings']

const PLANS: Record<Settings['plan'], { name: string; means: string }> = {
  trial: { name: 'Trial', means: 'Everything can be used until the trial ends.' },
  active: { name: 'Active', means: 'Everything can be used.' },
  pilot: { name: 'Pilot', means: 'Everything can be used.' },
  demo: { name: 'Demo', means: 'Everything can be tried, except API keys.' },
  lapsed: { name: 'Lapsed', means: 'Everything can be read, and nothing changed.' },
}

/** What the workspace may use, and until when. Only whoever runs the service changes it. */
export function Plan({ settings: { plan, trialEndsAt, timezone } }: { settings: Settings }) {
  const { name, means } = PLANS[plan]
  return (
    <Section title="Plan">
      <Group gap="xs" mb="xs">
        <Badge variant="light" color={plan === 'lapsed' ? 'red' : 'indigo'}>
          {name}
        </Badge>
        {plan === 'trial' && trialEndsAt && <Text size="sm">until {formatDate(trialEndsAt, timezone)}</Text>}
      </Group>
      <Text size="sm" c="dimmed">
        {means} Whoever runs the service changes the plan.
      </Text>
    </Section>
  )
}

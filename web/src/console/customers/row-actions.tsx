import { Group } from '@mantine/core'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'

export type RowAct = { label: string; run: () => void }

/** What can be done to a row. `of` names the row for screen readers. */
export function RowActions({ of, acts }: { of: string; acts: RowAct[] }) {
  const { reasonNot } = useWorkspace()
  return (
    <Group gap={4} justify="flex-end">
      {acts.map(({ label, run }) => (
        <GuardedButton
          key={label}
          reason={reasonNot('write')}
          size="compact-sm"
          variant="subtle"
          aria-label={`${label} ${of}`}
          onClick={run}
        >
          {label}
        </GuardedButton>
      ))}
    </Group>
  )
}

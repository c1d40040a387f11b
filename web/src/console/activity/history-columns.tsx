import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '../../shared/column.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { ActivityEntry } from './activity-queries.ts'

type Done = Pick<ActivityEntry, 'at' | 'actor'>

/** When, who and what; on a phone in one column. */
export function historyColumns<Entry extends Done>(what: (entry: Entry) => ReactNode): Column<Entry>[] {
  return [
    { key: 'at', header: 'When', width: 110, from: 'sm', cell: ({ at }) => <When at={at} /> },
    { key: 'who', header: 'Who', width: 170, from: 'sm', cell: ({ actor }) => <Who actor={actor} /> },
    {
      key: 'what',
      header: 'What',
      wraps: true,
      cell: (entry) => (
        <>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {entry.actor.name}, <When at={entry.at} />
          </Text>
          {what(entry)}
        </>
      ),
    },
  ]
}

function When({ at }: { at: string }) {
  const { timezone } = useWorkspace()
  return <RelativeTime at={at} timezone={timezone} />
}

const BY: Partial<Record<ActivityEntry['actor']['type'], string>> = { key: 'API key', buyer: 'buyer' }

function Who({ actor }: { actor: ActivityEntry['actor'] }) {
  return (
    <>
      {actor.name}
      {BY[actor.type] && (
        <Text span size="xs" c="dimmed" ml={6}>
          {BY[actor.type]}
        </Text>
      )}
    </>
  )
}

import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { actionWords, linkTo } from './action-words.ts'
import styles from './activity.module.css'
import type { ActivityEntry } from './activity-queries.ts'
import { changedFields } from './change-words.ts'

type ActivityListProps = {
  label: string
  entries: ActivityEntry[] | undefined
  isStale?: boolean
  empty?: ReactNode
}

/** Entries of the activity: when, who, and what in words, with the values before and after. */
export function ActivityList({ label, entries, isStale = false, empty }: ActivityListProps) {
  return (
    <DataTable<ActivityEntry>
      label={label}
      columns={COLUMNS}
      rows={entries}
      rowKey={({ id }) => id}
      isStale={isStale}
      empty={empty}
    />
  )
}

const COLUMNS: Column<ActivityEntry>[] = [
  { key: 'at', header: 'When', width: 170, from: 'sm', cell: ({ at }) => <When at={at} /> },
  { key: 'who', header: 'Who', width: 170, from: 'sm', cell: ({ actor }) => <Who actor={actor} /> },
  { key: 'what', header: 'What', cell: (entry) => <What entry={entry} /> },
]

function When({ at }: { at: string }) {
  const { timezone } = useWorkspace()
  return formatDateTime(at, timezone)
}

const BY: Partial<Record<ActivityEntry['actor']['type'], string>> = { key: 'API key', buyer: 'buyer' }

function Who({ actor }: { actor: ActivityEntry['actor'] }) {
  return (
    <>
      {actor.name}
      {BY[actor.type] && (
        <Text size="xs" c="dimmed">
          {BY[actor.type]}
        </Text>
      )}
    </>
  )
}

function What({ entry }: { entry: ActivityEntry }) {
  const { slug, currency, timezone } = useWorkspace()
  const link = linkTo(entry.subject, slug)
  const fields = changedFields(entry.changes, { currency, timezone })
  const words = actionWords(entry)
  return (
    <>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {entry.actor.name}, {formatDateTime(entry.at, timezone)}
      </Text>
      {words.charAt(0).toUpperCase() + words.slice(1)}{' '}
      {link ? (
        <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} {...link} />}>
          {entry.subject.label}
        </Anchor>
      ) : (
        <strong>{entry.subject.label}</strong>
      )}
      {fields.length > 0 && (
        <ul className={styles.fields}>
          {fields.map(({ name, from, to }) => (
            <li key={name}>
              {name}: {from !== undefined && <>from {from} to </>}
              {to}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

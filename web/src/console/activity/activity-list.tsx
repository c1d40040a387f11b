import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import type { DataTableProps } from '../../shared/data-table.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { actionWords, linkTo } from './action-words.ts'
import styles from './activity.module.css'
import type { ActivityEntry } from './activity-queries.ts'
import { UndoEntry } from './undo.tsx'
import type { Undoable } from './undo.tsx'
import { changedFields } from './change-words.ts'
import { TextLink } from '../../shared/links.tsx'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../shared/relative-time.tsx'

/** Not every list tells what can be undone. */
type Entry = ActivityEntry & Partial<Undoable>

type ActivityListProps = Pick<DataTableProps<Entry>, 'label' | 'isStale' | 'empty'> & {
  entries: Entry[] | undefined
}

/** Entries of the activity: when, who, and what in words, with the values before and after. */
export function ActivityList({ entries, ...table }: ActivityListProps) {
  return <DataTable<Entry> {...table} columns={COLUMNS} rows={entries} rowKey={({ id }) => id} />
}

const COLUMNS = historyColumns((entry: Entry) => <What entry={entry} />)

function What({ entry }: { entry: Entry }) {
  const { undo = null, undone = null } = entry
  const { slug, currency, timezone } = useWorkspace()
  const link = linkTo(entry.subject, slug)
  const fields = changedFields(entry.changes, { currency, timezone })
  const words = actionWords(entry)
  return (
    <>
      {words.charAt(0).toUpperCase() + words.slice(1)}{' '}
      {link ? (
        <TextLink inherit underline="always" {...link}>
          {entry.subject.label}
        </TextLink>
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
      <UndoEntry entry={{ undo, undone }} />
    </>
  )
}

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

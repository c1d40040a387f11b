import type { ReactNode } from 'react'
import { DataTable } from '../../shared/data-table.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { actionWords, linkTo } from './action-words.ts'
import styles from './activity.module.css'
import type { ActivityEntry } from './activity-queries.ts'
import { UndoEntry } from './undo-entry.tsx'
import type { Undoable } from './undo-queries.ts'
import { changedFields } from './change-words.ts'
import { historyColumns } from './history-columns.tsx'
import { TextLink } from '../../shared/text-link.tsx'

/** Not every list tells what can be undone. */
type Entry = ActivityEntry & Partial<Undoable>

type ActivityListProps = {
  label: string
  entries: Entry[] | undefined
  isStale?: boolean
  empty?: ReactNode
}

/** Entries of the activity: when, who, and what in words, with the values before and after. */
export function ActivityList({ label, entries, isStale = false, empty }: ActivityListProps) {
  return (
    <DataTable<Entry>
      label={label}
      columns={COLUMNS}
      rows={entries}
      rowKey={({ id }) => id}
      isStale={isStale}
      empty={empty}
    />
  )
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

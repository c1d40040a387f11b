import type { ReactNode } from 'react'
import { DataTable } from '../../shared/data-table.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { actionWords, linkTo } from './action-words.ts'
import styles from './activity.module.css'
import type { ActivityEntry } from './activity-queries.ts'
import { changedFields } from './change-words.ts'
import { historyColumns } from './history-columns.tsx'
import { TextLink } from '../../shared/text-link.tsx'

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

const COLUMNS = historyColumns((entry: ActivityEntry) => <What entry={entry} />)

function What({ entry }: { entry: ActivityEntry }) {
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
    </>
  )
}

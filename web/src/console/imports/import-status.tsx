import { Badge } from '@mantine/core'
import type { Status } from './import-queries.ts'
import styles from './imports.module.css'

const WORDS: Record<Status, { label: string; color: string }> = {
  ready: { label: 'Not checked', color: 'gray' },
  checking: { label: 'Being checked', color: 'blue' },
  checked: { label: 'Checked', color: 'gray' },
  importing: { label: 'Being imported', color: 'blue' },
  stopped: { label: 'Stopped', color: 'yellow' },
  done: { label: 'Imported', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  undoing: { label: 'Being undone', color: 'blue' },
  undone: { label: 'Undone', color: 'gray' },
}

/** How far an import has come. */
export function ImportStatus({ status }: { status: Status }) {
  const { label, color } = WORDS[status]
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  )
}

/** Figures with what they count. */
export function Counts({ label, counts }: { label: string; counts: [name: string, count: number][] }) {
  return (
    <dl className={styles.counts} aria-label={label}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}

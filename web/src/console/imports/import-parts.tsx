import { Badge, Anchor, Group, Text, Title } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import { PlainTable } from '../../shared/plain-table.tsx'
import { changedFields } from '../activity/change-words.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { Status, Check } from './import-queries.ts'
import styles from './imports.module.css'
import { KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'

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

type ChangedFieldsProps = {
  changes: Record<string, unknown>
  /** Whether there was nothing before. */
  isNew?: boolean
}

/** Fields of a record before and after. */
export function ChangedFields({ changes, isNew = false }: ChangedFieldsProps) {
  const { currency, timezone } = useWorkspace()
  const fields = changedFields(changes, { currency, timezone })
  if (fields.length === 0) return null
  return (
    <ul className={styles.fields}>
      {fields.map(({ name, from, to }) => (
        <li key={name}>
          {name}: {!isNew && from !== undefined && `${from} → `}
          {to}
        </li>
      ))}
    </ul>
  )
}

/** Rows of a reason that are named before it is opened. */
const NAMED = 3

type RejectedRowsProps = { id: string; kind: Kind; check: Check }

/** Why rows cannot be imported, with the rows of each reason, and all of them as a file to mend. */
export function RejectedRows({ id, kind, check: { reasons, rejected } }: RejectedRowsProps) {
  if (rejected === 0) return null
  const others = rejected - reasons.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <div>
      <Title order={3} size="h5">
        Rejected rows
      </Title>
      <Text size="sm" c="dimmed">
        They are left out. The others can be imported without them.
      </Text>
      {reasons.map((reason) => (
        <Reason key={reason.reason} {...reason} keyOfRows={KIND_WORDS[kind].key} isOpen={reasons.length === 1} />
      ))}
      {others > 0 && <Text size="sm">… and {counted(others, 'row')} for other reasons</Text>}
      <Group mt="xs">
        <RejectsLink id={id} />
      </Group>
    </div>
  )
}

type ReasonProps = Check['reasons'][number] & { keyOfRows: string; isOpen: boolean }

function Reason({ reason, rows, first, keyOfRows, isOpen }: ReasonProps) {
  const named = first.slice(0, NAMED).map(({ label, line }) => label ?? `row ${line}`)
  return (
    <details className={styles.reason} open={isOpen}>
      <summary>
        <strong>{reason}</strong>: {counted(rows, 'row')} ({named.join(', ')}
        {rows > named.length && ', …'})
      </summary>
      <PlainTable
        label={`Rejected rows: ${reason}`}
        mah="22rem"
        rows={first}
        columns={[
          { header: 'Row', cell: ({ line }) => line },
          { header: keyOfRows, cell: ({ label }) => label ?? '–' },
          { header: 'Why', cell: (row) => row.reason },
        ]}
      />
      {rows > first.length && <Text size="sm">… and {(rows - first.length).toLocaleString('en')} more</Text>}
    </details>
  )
}

export function RejectsLink({ id }: { id: string }) {
  const { slug } = useWorkspace()
  return (
    <Anchor href={`/app-api/console/${slug}/imports/${id}/rejects.csv`} download py={4}>
      Download rejected rows
    </Anchor>
  )
}

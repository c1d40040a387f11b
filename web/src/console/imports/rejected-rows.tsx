import { Anchor, Group, Text, Title } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import { PlainTable } from '../../shared/plain-table.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Check } from './import-queries.ts'
import styles from './imports.module.css'
import { KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'

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

import { Anchor, Group } from '@mantine/core'
import { useWorkspace } from '../workspace-context.tsx'
import type { Check } from './import-queries.ts'
import { KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { RowsTable } from './rows-table.tsx'

type RejectedRowsProps = { id: string; kind: Kind; rows: Check['rejects']; total: number }

/** Rows that cannot be imported, each with its reasons, and all of them as a file to mend. */
export function RejectedRows({ id, kind, rows, total }: RejectedRowsProps) {
  if (total === 0) return null
  return (
    <div>
      <RowsTable
        title="Rejected rows"
        description="They are left out. The others can be imported without them."
        rows={rows}
        total={total}
        columns={[
          { header: 'Row', cell: ({ line }) => line },
          { header: KIND_WORDS[kind].key, cell: ({ label }) => label ?? '–' },
          { header: 'Why', cell: ({ reason }) => reason },
        ]}
      />
      <Group mt="xs">
        <RejectsLink id={id} />
      </Group>
    </div>
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

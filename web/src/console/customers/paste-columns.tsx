import { Fieldset, Group, Select } from '@mantine/core'
import type { PasteCheck, PasteColumn } from './use-paste-check.ts'

const MEANINGS = [
  { value: 'sku', label: 'SKU' },
  { value: 'price', label: 'Price' },
  { value: 'minQty', label: 'From quantity' },
  { value: 'startsOn', label: 'Start' },
  { value: 'endsOn', label: 'End' },
] as const

type PasteColumnsProps = { check: PasteCheck; onChange: (columns: PasteColumn[]) => void }

/** What each pasted column was taken for, to be set right where the guess is wrong. */
export function PasteColumns({ check: { columns, first, hasHeader }, onChange }: PasteColumnsProps) {
  const choose = (at: number, value: PasteColumn) =>
    // A meaning belongs to one column.
    onChange(columns.map((present, i) => (i === at ? value : present === value ? null : present)))
  return (
    <Fieldset legend="Columns" p="xs">
      <Group gap="xs">
        {columns.map((column, at) => (
          <Select
            // oxlint-disable-next-line react/no-array-index-key -- a column is its position
            key={at}
            size="xs"
            flex="1 1 8rem"
            maw={190}
            label={hasHeader ? first[at] || `Column ${at + 1}` : `Column ${at + 1}: ${first[at] ?? ''}`}
            data={MEANINGS}
            value={column}
            placeholder="Not read"
            clearable
            clearButtonProps={{ 'aria-label': `Do not read column ${at + 1}` }}
            onChange={(value) => choose(at, value)}
          />
        ))}
      </Group>
    </Fieldset>
  )
}

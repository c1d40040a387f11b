import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlainTable } from '../../shared/plain-table.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'

type RowsTableProps<Row> = {
  title: string
  /** Under the heading. */
  description?: ReactNode
  rows: readonly Row[]
  /** How many there are in all: a check keeps some of them. */
  total: number
  columns: PlainColumn<Row>[]
}

/** Some rows of what a check found, under a heading; nothing where there are none. */
export function RowsTable<Row>({ title, description, rows, total, columns }: RowsTableProps<Row>) {
  if (rows.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
      <PlainTable label={title} columns={columns} rows={rows} mah="22rem" />
      {total > rows.length && <Text size="sm">… and {(total - rows.length).toLocaleString('en')} more</Text>}
    </div>
  )
}

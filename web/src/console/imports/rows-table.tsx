import { Box, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './imports.module.css'

type Column<Row> = { header: string; cell: (row: Row) => ReactNode; isFigure?: boolean }

type RowsTableProps<Row> = {
  title: string
  /** Under the heading. */
  description?: ReactNode
  rows: readonly Row[]
  /** How many there are in all: a check keeps some of them. */
  total: number
  columns: Column<Row>[]
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
      <Box className={styles.rows} tabIndex={0} role="region" aria-label={title}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ header, isFigure }) => (
                <Table.Th key={header} {...(isFigure && { ta: 'end' as const })}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the rows of a check do not move
              <Table.Tr key={at}>
                {columns.map(({ header, cell, isFigure }) => (
                  <Table.Td key={header} {...(isFigure && { className: styles.figure })}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {total > rows.length && <Text size="sm">… and {(total - rows.length).toLocaleString('en')} more</Text>}
    </div>
  )
}

import { Box, Table } from '@mantine/core'
import type { TableProps } from '@mantine/core'
import type { Column } from './column.ts'
import styles from './plain-table.module.css'

export type PlainColumn<Row> = Omit<Column<Row>, 'key' | 'sortable' | 'isHeaderHidden'>

type PlainTableProps<Row> = Pick<TableProps, 'highlightOnHover' | 'miw' | 'verticalSpacing'> & {
  /** The accessible name of the table. */
  label: string
  columns: PlainColumn<Row>[]
  rows: readonly Row[]
  /** Which rows stand out. */
  isStrong?: (row: Row) => boolean
  /** The height from which it scrolls. */
  mah?: number | string
}

/** A table of rows that stay where they are, without pages. It scrolls by itself. */
export function PlainTable<Row>({ label, columns, rows, isStrong, mah, ...table }: PlainTableProps<Row>) {
  return (
    <Box mah={mah} className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <Table aria-label={label} {...table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, align, width, from }) => (
              <Table.Th key={header} ta={align} w={width} visibleFrom={from}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows do not move
            <Table.Tr key={at} {...(isStrong?.(row) && { fw: 600 })}>
              {columns.map(({ header, cell, align, from }) => (
                <Table.Td key={header} ta={align} visibleFrom={from} {...(align && { className: styles.figure })}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

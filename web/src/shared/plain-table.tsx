import { Box } from '@mantine/core'
import type { Column } from './list.ts'
import styles from './plain-table.module.css'

export type PlainColumn<Row> = Omit<Column<Row>, 'key' | 'sortable' | 'isHeaderHidden'>

type PlainTableProps<Row> = {
  /** The accessible name of the table. */
  label: string
  columns: PlainColumn<Row>[]
  rows: readonly Row[]
  /** Which rows stand out. */
  isStrong?: (row: Row) => boolean
  /** Its least width, in pixels: below it scrolls sideways. */
  miw?: number
  /** The height from which it scrolls. */
  mah?: number | string
}

/** A table of rows that stay where they are, without pages. It scrolls by itself. */
export function PlainTable<Row>({ label, columns, rows, isStrong, miw, mah }: PlainTableProps<Row>) {
  const place = ({ align, from }: PlainColumn<Row>) => ({
    'data-align': align,
    className: from && `mantine-visible-from-${from}`,
  })
  return (
    <Box mah={mah} className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className="table" aria-label={label} style={{ minWidth: miw }}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} {...place(column)} style={{ width: column.width }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows do not move
            <tr key={at} data-strong={isStrong?.(row) || undefined}>
              {columns.map((column) => (
                <td key={column.header} {...place(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

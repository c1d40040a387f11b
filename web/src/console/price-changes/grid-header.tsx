import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { GridColumn } from './columns.ts'
import styles from './price-grid.module.css'

type GridHeaderProps = { columns: GridColumn[]; sort: string; onSort: (sort: string) => void }

/** The names of the columns; pressed, a column sorts the lines, and the second time the other way round. */
export function GridHeader({ columns, sort, onSort }: GridHeaderProps) {
  const sorted = sort.replace(/^-/, '')
  const isDescending = sort.startsWith('-')
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        {columns.map(({ key, header, sort: by, isNumber }, i) => {
          const isSorted = by !== undefined && by === sorted
          const direction = isDescending ? 'descending' : 'ascending'
          const Icon = isDescending ? IconChevronDown : IconChevronUp
          return (
            <div
              key={key}
              role="columnheader"
              aria-colindex={i + 1}
              className={styles.header}
              data-number={isNumber || undefined}
              {...(by && { 'aria-sort': isSorted ? direction : ('none' as const) })}
            >
              {by ? (
                <UnstyledButton
                  className={styles.sort}
                  onClick={() => onSort(isSorted && !isDescending ? `-${by}` : by)}
                >
                  {header}
                  {isSorted && <Icon size={14} aria-hidden />}
                </UnstyledButton>
              ) : (
                header
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

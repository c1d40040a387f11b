import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import type { Column, Sort } from './column.ts'
import styles from './sort-header.module.css'

type SortHeaderProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }

/** A column's header; where the column sorts, a button that sorts by it, and the other way round the second time. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const { key, header, align, width, from, sortable } = column
  const place = { ta: align, w: width, visibleFrom: from }
  if (!sortable || !onSort) {
    return <Table.Th {...place}>{column.isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}</Table.Th>
  }
  const isSorted = sort?.key === key
  const direction = sort?.descending ? 'descending' : 'ascending'
  const Icon = !isSorted ? IconSelector : sort.descending ? IconChevronDown : IconChevronUp
  return (
    <Table.Th {...place} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton
        className={styles.button}
        onClick={() => onSort({ key, descending: isSorted ? !sort.descending : false })}
      >
        {header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

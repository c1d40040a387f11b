import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import type { Column, Sort } from './column.ts'
import styles from './sort-header.module.css'
import { WidthHandle } from './width-handle.tsx'

type SortHeaderProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  onWiden: ((key: string, width: number) => void) | undefined
}

/** A column's header; where the column sorts, a button that sorts by it, and the other way round the second time. */
export function SortHeader<Row>({ column, sort, onSort, onWiden }: SortHeaderProps<Row>) {
  const { key, header, align, width, from, sortable, isHeaderHidden } = column
  const place = { ta: align, w: width, miw: width, visibleFrom: from, className: styles.header }
  const edge = onWiden && !isHeaderHidden && <WidthHandle onWiden={(to) => onWiden(key, to)} />
  if (!sortable || !onSort) {
    return (
      <Table.Th {...place}>
        {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
        {edge}
      </Table.Th>
    )
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
      {edge}
    </Table.Th>
  )
}

import { Anchor, Box, Group, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Fragment, useRef } from 'react'
import type { ReactNode, KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import styles from './data-table.module.css'
import { LiveRegion } from './empty.tsx'
import type { Selection, Column, Sort } from './list.ts'
import { Pager } from './pager.tsx'
import type { PagerProps } from './pager.tsx'
import { usePage } from './search-params.ts'
import { useIsPhone } from './use-is-phone.ts'

export type DataTableProps<Row> = {
  /** The accessible name of the table. */
  label: string
  columns: Column<Row>[]
  /** Undefined while the first page loads. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string
  /** What a row is called, for its checkbox. */
  rowLabel?: (row: Row) => string
  /** Where a row leads; the first column's content becomes the link. */
  rowLink?: (row: Row) => LinkProps
  /** Whether the rows are those of before, while the next are coming. */
  isStale?: boolean
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Takes the width in pixels that somebody has drawn a column to; without it, columns cannot be drawn. */
  onWiden?: (key: string, width: number) => void
  selection?: Selection
  /** Acts on the selection, shown beside its count. */
  selectionActions?: ReactNode
  /** The row that is edited, in the place of the one with this key. */
  edited?: { key: string | null; row: (row: Row) => ReactNode }
  /** Shown instead of rows where there are none. */
  empty?: ReactNode
  pager?: Omit<PagerProps, 'shown'>
}

/** How tall the rows of lists are. */
export const DENSITIES = ['compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

/** The density of all lists, kept in the browser. */
export function useDensity() {
  return useLocalStorage<Density>({ key: 'density', defaultValue: 'compact', getInitialValueInEffect: false })
}

const SKELETONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** A list as a table: links, sorting, selection, arrow keys, pages. It keeps its rows while the next come. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, empty, pager } = props
  const page = usePage()
  const isEmpty = rows?.length === 0 && empty && (!pager || page === 1)
  return (
    <>
      <LiveRegion>{isEmpty && empty}</LiveRegion>
      {!isEmpty && <Rows {...props} />}
    </>
  )
}

function Rows<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, selection, isStale, pager, sort, onSort, onWiden, edited } = props
  const [density] = useDensity()
  const onCards = columns.filter(({ card }) => card)
  const hasCards = useIsPhone() && onCards.length > 0
  const headed = hasCards
    ? onCards.filter(({ card, sortable }) => card!.at !== 'detail' && sortable && onSort)
    : columns
  return (
    <>
      <Box
        className={styles.scroll}
        tabIndex={0}
        role="region"
        aria-label={label}
        data-density={density}
        data-stale={isStale || undefined}
        onKeyDown={moveBetweenRows}
      >
        {rows === undefined ? (
          <LoadingTable label={label} />
        ) : (
          <table className="table" aria-label={label} aria-busy={isStale || false}>
            <thead>
              <tr>
                {selection && <SelectPage {...props} selection={selection} span={headed.length === 0 ? 2 : 1} />}
                {headed.map((column) => (
                  <SortHeader key={column.key} column={column} sort={sort} onSort={onSort} onWiden={onWiden} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const key = props.rowKey(row)
                if (key === edited?.key) return <Fragment key={key}>{edited.row(row)}</Fragment>
                return hasCards ? (
                  <CardRow key={key} row={row} span={headed.length || 1} {...props} columns={onCards} />
                ) : (
                  <Row key={key} row={row} {...props} />
                )
              })}
            </tbody>
          </table>
        )}
      </Box>
      {selection && <SelectionBar selection={selection} total={pager?.total} actions={props.selectionActions} />}
      {pager && rows && <Pager {...pager} shown={rows.length} />}
    </>
  )
}

type RowProps<Row> = DataTableProps<Row> & { row: Row }

function Row<Row>({ row, columns, rowLink, ...props }: RowProps<Row>) {
  return (
    <RowFrame row={row} columns={columns} rowLink={rowLink} {...props}>
      {columns.map((column, index) => {
        const content = column.cell(row)
        return (
          <td
            key={column.key}
            className={column.from && `mantine-visible-from-${column.from}`}
            title={typeof content === 'string' ? content : undefined}
            style={column.width ? { maxWidth: column.width } : undefined}
            data-align={column.align}
            data-wraps={column.wraps}
          >
            {index === 0 && rowLink ? <RowLink to={rowLink(row)}>{content}</RowLink> : content}
          </td>
        )
      })}
    </RowFrame>
  )
}

/** A row on a phone: what it is called, a figure and a state beside that, and the rest below. `span`: in columns. */
function CardRow<Row>({ row, columns, rowLink, span, ...props }: RowProps<Row> & { span: number }) {
  const at = (place: string) =>
    columns
      .filter(({ card }) => card!.at === place)
      .map(({ key, card, cell }) => <span key={key}>{(card!.cell ?? cell)(row)}</span>)
  return (
    <RowFrame row={row} columns={columns} rowLink={rowLink} {...props}>
      <td colSpan={span} data-wraps>
        <div className={styles.card}>
          {rowLink ? <RowLink to={rowLink(row)}>{at('title')}</RowLink> : <span>{at('title')}</span>}
          <span className={styles.figure}>{at('figure')}</span>
          <span className={styles.detail}>{at('detail')}</span>
          <span className={styles.state}>{at('state')}</span>
        </div>
      </td>
    </RowFrame>
  )
}

function RowLink({ to, children }: { to: LinkProps; children: ReactNode }) {
  return (
    <Link {...to} className={styles.link} data-row-link>
      {children}
    </Link>
  )
}

/** A row with its checkbox. A click on it follows its link. */
function RowFrame<Row>({
  row,
  rowKey,
  rowLabel,
  rowLink,
  selection,
  children,
}: RowProps<Row> & { children: ReactNode }) {
  const key = rowKey(row)
  const isChosen = selection !== undefined && (selection.everything || selection.keys.has(key))
  return (
    <tr
      className={rowLink && styles.linked}
      data-key={key}
      data-chosen={isChosen || undefined}
      onClick={rowLink && openRow}
    >
      {selection && (
        <td style={{ width: 32 }}>
          <input
            type="checkbox"
            className="checkbox"
            aria-label={`Select ${rowLabel?.(row) ?? key}`}
            checked={isChosen}
            onChange={(event) => selection.choose([key], event.currentTarget.checked)}
            data-row-checkbox
          />
        </td>
      )}
      {children}
    </tr>
  )
}

type SelectPageProps<Row> = DataTableProps<Row> & { selection: Selection; span: number }

/** Selects or clears the rows of this page. `span`: in columns. */
function SelectPage<Row>({ rows = [], rowKey, selection, span }: SelectPageProps<Row>) {
  const chosen = rows.filter((row) => selection.everything || selection.keys.has(rowKey(row))).length
  return (
    <th colSpan={span}>
      <input
        type="checkbox"
        className="checkbox"
        aria-label="Select all on this page"
        checked={rows.length > 0 && chosen === rows.length}
        ref={(checkbox) => {
          if (checkbox) checkbox.indeterminate = chosen > 0 && chosen < rows.length
        }}
        onChange={(event) => {
          if (selection.everything) selection.clear()
          else selection.choose(rows.map(rowKey), event.currentTarget.checked)
        }}
      />
    </th>
  )
}

/** It has no headers: the rows decide how wide the columns are, and headers that are there before them would move. */
function LoadingTable({ label }: { label: string }) {
  return (
    <table className="table" aria-label={label} aria-busy>
      <tbody>
        {SKELETONS.map((n) => (
          <tr key={n}>
            <td>
              <Skeleton h={18} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

const EDIT_KEYS = new Set(['e', 'F2'])

/**
 * `onKeyDown` of a list: arrows move between the rows' links (Enter follows a link by itself), Space chooses
 * the row, E or F2 edits it. A row's link carries `data-row-link`, its checkbox `data-row-checkbox`, its button to edit
 * `data-row-edit`.
 */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  const row = target.closest('tr')
  if (!row || !target.matches('[data-row-link], [data-row-checkbox]')) return
  const isLink = target.matches('[data-row-link]')
  if (event.key === ' ' && isLink) {
    event.preventDefault()
    row.querySelector<HTMLElement>('[data-row-checkbox]')?.click()
    return
  }
  if (isLink && EDIT_KEYS.has(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    row.querySelector<HTMLElement>('[data-row-edit]')?.click()
    return
  }
  const rows = [...row.parentElement!.children]
  const to = MOVES[event.key]?.(rows.indexOf(row), rows.length)
  if (to === undefined) return
  event.preventDefault()
  rows[to]?.querySelector<HTMLElement>(isLink ? '[data-row-link]' : '[data-row-checkbox]')?.focus()
}

/** A click anywhere on a row follows its link, but for a click on a control in it or to mark text. */
function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  if (target.closest('a, button, input, label, select, textarea') || getSelection()?.toString()) return
  const link = event.currentTarget.querySelector<HTMLElement>('[data-row-link]')
  link?.dispatchEvent(new globalThis.MouseEvent('click', { ...modifiersOf(event), bubbles: true, cancelable: true }))
}

function modifiersOf({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
  return { ctrlKey, metaKey, shiftKey }
}

type SelectionBarProps = { selection: Selection; total: number | undefined; actions: ReactNode }

/** How many rows are chosen, the way to choose all that match, and what can be done with them. */
function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const { count, everything } = selection
  const canChooseAll = !everything && count > 0 && total !== undefined && total > count
  return (
    <Group gap="md" className={styles.bar} data-chosen={count > 0 || undefined}>
      <Text size="sm" role="status">
        {count > 0 && `${count.toLocaleString('en')} selected`}
      </Text>
      {canChooseAll && (
        <Anchor component="button" type="button" size="sm" onClick={selection.chooseEverything}>
          Select all {total.toLocaleString('en')} that match
        </Anchor>
      )}
      {count > 0 && (
        <Anchor component="button" type="button" size="sm" onClick={selection.clear}>
          Clear selection
        </Anchor>
      )}
      {actions}
    </Group>
  )
}

type SortHeaderProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  onWiden: ((key: string, width: number) => void) | undefined
}

/** A column's header; where the column sorts, a button that sorts by it, and the other way round the second time. */
function SortHeader<Row>({ column, sort, onSort, onWiden }: SortHeaderProps<Row>) {
  const { key, header, align, width, from, sortable, isHeaderHidden } = column
  const place = {
    className: [styles.header, from && `mantine-visible-from-${from}`].filter(Boolean).join(' '),
    style: width ? { width, minWidth: width } : undefined,
    'data-align': align,
  }
  const edge = onWiden && !isHeaderHidden && <WidthHandle onWiden={(to) => onWiden(key, to)} />
  if (!sortable || !onSort) {
    return (
      <th {...place}>
        {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
        {edge}
      </th>
    )
  }
  const isSorted = sort?.key === key
  const direction = sort?.descending ? 'descending' : 'ascending'
  const Icon = !isSorted ? IconSelector : sort.descending ? IconChevronDown : IconChevronUp
  return (
    <th {...place} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton
        className={styles.button}
        onClick={() => onSort({ key, descending: isSorted ? !sort.descending : false })}
      >
        {header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
      {edge}
    </th>
  )
}

/** The least width of a column, in pixels. */
const MIN_WIDTH = 48

/** The edge of a column's header, to draw it wider with the pointer. Who has none finds the widths under "Display". */
function WidthHandle({ onWiden }: { onWiden: (width: number) => void }) {
  const start = useRef({ x: 0, width: 0 })
  const widthAt = ({ clientX }: PointerEvent) =>
    Math.max(MIN_WIDTH, Math.round(start.current.width + clientX - start.current.x))
  return (
    <span
      aria-hidden
      className={styles.handle}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, width: event.currentTarget.closest('th')!.offsetWidth }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const { style } = event.currentTarget.closest('th')!
        style.minWidth = style.width = `${widthAt(event)}px`
      }}
      onPointerUp={(event) => onWiden(widthAt(event))}
    />
  )
}

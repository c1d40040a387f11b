import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import type { GridColumn, ShownLine } from './columns.ts'
import { shownLine } from './columns.ts'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { boundsOf, extendTo, placeAfter, selectOne } from './grid-selection.ts'
import type { GridSelection, Place } from './grid-selection.ts'
import styles from './price-grid.module.css'
import { useSaveState } from './saves.tsx'
import { useCellEdit } from './use-cell-edit.ts'
import type { Lines } from './use-lines.ts'

/** The height of a row, in pixels. */
const ROW = 36

export type GridActs = {
  fillDown: () => void
  takeOut: () => void
  undo: () => void
  redo: () => void
  showShortcuts: () => void
  tellProblem: (line: ShownLine, text: string, problem: string) => void
}

type PriceGridProps = {
  lines: Lines
  columns: GridColumn[]
  isEditable: boolean
  selection: GridSelection
  onSelect: (selection: GridSelection) => void
  /** Which rows are in sight. */
  onSight: (sight: { first: number; last: number }) => void
  sort: string
  onSort: (sort: string) => void
  acts: GridActs
}

/** The lines as a spreadsheet: it shows any number of them, and is used by keyboard alone. */
export function PriceGrid({
  lines,
  columns,
  isEditable,
  selection,
  onSelect,
  onSight,
  sort,
  onSort,
  acts,
}: PriceGridProps) {
  const { pending } = useSaveState()
  // Not asked for by each cell: thousands come into sight in a second of scrolling.
  const { currency } = useWorkspace()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = lines.total ?? 0
  const size = { rows, columns: columns.length }
  const { active } = selection
  // oxlint-disable-next-line react/incompatible-library -- It is used here only, and nothing of it is memoized.
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollPaddingStart: ROW,
    // The active row stays, so that the focus does.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active.row, rows - 1)])]
        .filter((row) => row >= 0)
        .toSorted((a, b) => a - b),
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0]
  useEffect(() => onSight({ first, last }), [first, last, onSight])
  const shownAt = (row: number) => {
    const line = lines.lineAt(row)
    return line && shownLine(line, pending)
  }

  const focusCell = ({ row, column }: Place) => {
    virtualizer.scrollToIndex(row)
    const cell = () => scroller.current?.querySelector<HTMLElement>(`[data-place="${row}-${column}"]`)
    const shown = cell()
    if (shown) return shown.focus()
    // The row is there with the next frame. Keys that are pressed before reach the grid.
    scroller.current?.focus()
    requestAnimationFrame(() => cell()?.focus())
  }
  const moveTo = (place: Place, extending = false) => {
    onSelect(extending ? extendTo(selection, place) : selectOne(place))
    focusCell(place)
  }

  const { editing, beginEdit, edits } = useCellEdit({
    columns,
    isEditable,
    active,
    size,
    shownAt,
    moveTo,
    focusCell,
    tellProblem: acts.tellProblem,
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || (event.target as HTMLElement).closest('[role=columnheader]')) return
    const isCommand = event.ctrlKey || event.metaKey
    const place = placeAfter(event.key, active, size, isCommand)
    const run = (act: () => void) => {
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    if (place) return run(() => moveTo(place, event.shiftKey))
    if (isCommand) return runCommand(event, run)
    if (event.key === 'Escape') return onSelect(selectOne(active))
    if (event.key === '?') return run(acts.showShortcuts)
    if (event.key === 'Delete' || event.key === 'Backspace') return run(() => isEditable && acts.takeOut())
    if (event.key === 'Enter' || event.key === 'F2') return run(() => beginEdit(editablePlace()))
    if (event.key.length === 1 && !event.altKey && /[\d.,+\-−]/.test(event.key))
      run(() => beginEdit(editablePlace(), event.key))
  }
  const runCommand = (event: KeyboardEvent, run: (act: () => void) => void) => {
    const key = event.key.toLowerCase()
    if (key === 'a')
      run(() => onSelect({ anchor: { row: 0, column: 0 }, active: { row: rows - 1, column: columns.length - 1 } }))
    else if (key === 'd' && isEditable) run(acts.fillDown)
  }
  /** The active cell, or the one of the new price where the active one cannot be edited. */
  const editablePlace = (): Place => {
    if (columns[active.column]?.isEditable) return active
    const place = { row: active.row, column: columns.findIndex(({ key }) => key === 'newPrice') }
    moveTo(place)
    return place
  }

  const bounds = boundsOf(selection)
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label="Lines"
      aria-rowcount={rows + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-readonly={!isEditable}
      className={styles.grid}
      style={{ '--tracks': columns.map(({ track }) => track).join(' ') } as object}
      onKeyDown={onKeyDown}
    >
      <GridHeader columns={columns} sort={sort} onSort={onSort} />
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <GridRow
            currency={currency}
            key={index}
            row={index}
            top={start}
            line={shownAt(index)}
            columns={columns}
            bounds={index >= bounds.firstRow && index <= bounds.lastRow ? bounds : null}
            activeColumn={index === active.row ? active.column : null}
            editing={editing?.row === index ? editing : null}
            edits={edits}
            onPress={(place: Place, event: MouseEvent) => moveTo(place, event.shiftKey)}
            onDragTo={(place: Place) => onSelect(extendTo(selection, place))}
            onDoublePress={(place: Place) => beginEdit(place)}
          />
        ))}
      </div>
    </div>
  )
}

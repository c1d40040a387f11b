import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import { shownLine, plainText, readCell, boundsOf, extendTo, placeAfter, selectOne } from './grid.ts'
import type { GridColumn, ShownLine, GridSelection, Place, Editing } from './grid.ts'
import { GridRow } from './grid-row.tsx'
import styles from './price-grid.module.css'
import { useSaveState, useSaver } from './saves.tsx'
import type { Lines } from './queries.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'

/** The height of a row, in pixels. */
const ROW = 36

type GridActs = {
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

type GridHeaderProps = { columns: GridColumn[]; sort: string; onSort: (sort: string) => void }

/** The names of the columns; pressed, a column sorts the lines, and the second time the other way round. */
function GridHeader({ columns, sort, onSort }: GridHeaderProps) {
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

type CellEditOptions = {
  columns: GridColumn[]
  isEditable: boolean
  /** The active cell. */
  active: Place
  size: { rows: number; columns: number }
  shownAt: (row: number) => ShownLine | undefined
  moveTo: (place: Place) => void
  focusCell: (place: Place) => void
  tellProblem: (line: ShownLine, text: string, problem: string) => void
}

/** The cell of the grid that is being edited, and how its field is opened, changed, and closed. */
function useCellEdit({ columns, isEditable, active, size, shownAt, moveTo, focusCell, tellProblem }: CellEditOptions) {
  const { currency } = useWorkspace()
  const saver = useSaver()
  const [editing, setEditing, latestEdit] = useLatest<Editing | null>(null)

  const beginEdit = (place: Place, text?: string) => {
    const line = shownAt(place.row)
    const column = columns[place.column]!
    if (!isEditable || !line || !column.isEditable || line.newPrice === null) return
    setEditing({ ...place, text: text ?? plainText(line, column.key, currency), isTyped: text !== undefined })
  }
  /** Takes what is typed. What cannot be read stays open (`insist`), or is told and given up. */
  const commit = (insist: boolean): boolean => {
    // Closing the field takes the focus away from it, which commits again.
    const editing = latestEdit.current
    if (!editing) return true
    const line = shownAt(editing.row)
    const { key } = columns[editing.column]!
    if (!line || editing.text.trim() === '' || editing.text === plainText(line, key, currency)) {
      setEditing(null)
      return true
    }
    const read = readCell(editing.text, key, line, currency)
    if ('problem' in read) {
      if (insist) {
        setEditing({ ...editing, problem: read.problem })
        return false
      }
      tellProblem(line, editing.text, read.problem)
    } else {
      const { productId, sku, newPrice } = line
      saver.edit([{ productId, sku, from: newPrice, to: read.price }])
    }
    setEditing(null)
    return true
  }

  const edits = {
    change: (text: string) => editing && setEditing({ ...editing, text, problem: undefined }),
    commitAndMove: (key: string) => {
      if (commit(true)) moveTo(placeAfter(key, active, size, false) ?? active)
    },
    leave: () => void commit(false),
    cancel: () => {
      setEditing(null)
      focusCell(active)
    },
  }
  return { editing, beginEdit, edits }
}

/** A state whose latest value can be read at once, before the next rendering. */
function useLatest<T>(initial: T) {
  const [value, setValue] = useState(initial)
  const latest = useRef(initial)
  const set = (next: T) => {
    latest.current = next
    setValue(next)
  }
  return [value, set, latest] as const
}

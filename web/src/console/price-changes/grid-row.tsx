import { useEffect, useId, useRef } from 'react'
import type { MouseEvent, KeyboardEvent } from 'react'
import { looksWrong } from '../../../../server/src/shared/price-impact.ts'
import { cellText } from './grid.ts'
import type { GridColumn, ShownLine, Editing, Edits, Place, boundsOf } from './grid.ts'
import styles from './price-grid.module.css'

type GridRowProps = {
  row: number
  /** Pixels from the first row. */
  top: number
  /** Undefined until it is here. */
  line: ShownLine | undefined
  columns: GridColumn[]
  currency: string
  /** The selection, where this row is in it. */
  bounds: ReturnType<typeof boundsOf> | null
  activeColumn: number | null
  editing: Editing | null
  edits: Edits
  onPress: (place: Place, event: MouseEvent) => void
  onDragTo: (place: Place) => void
  onDoublePress: (place: Place) => void
}

/** A line of the grid. */
export function GridRow(props: GridRowProps) {
  const { row, top, line, columns } = props
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
      data-out={line?.newPrice === null || undefined}
      data-wrong={(line && isWrong(line)) || undefined}
      style={{ position: 'absolute', top: 0, transform: `translateY(${top}px)` }}
    >
      {columns.map((column, i) => (
        <GridCell key={column.key} {...props} column={column} index={i} />
      ))}
    </div>
  )
}

function isWrong({ currentPrice, newPrice }: ShownLine): boolean {
  return newPrice !== null && looksWrong({ currentPrice, newPrice })
}

function GridCell({ column, index, ...props }: GridRowProps & { column: GridColumn; index: number }) {
  const { row, line, currency, bounds, activeColumn, editing, edits } = props
  const isSelected = bounds !== null && index >= bounds.firstColumn && index <= bounds.lastColumn
  const isActive = activeColumn === index
  const isEditing = editing?.column === index
  const place = { row, column: index }
  const direction = column.key === 'change' && line?.changeBp ? (line.changeBp > 0 ? 'up' : 'down') : undefined
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={styles.cell}
      data-place={`${row}-${index}`}
      data-number={column.isNumber || undefined}
      data-active={isActive || undefined}
      data-editable={column.isEditable || undefined}
      data-pending={(line?.isPending && column.key === 'newPrice') || undefined}
      data-direction={direction}
      onMouseDown={(event) => {
        if (isEditing || event.button !== 0) return
        event.preventDefault()
        props.onPress(place, event)
      }}
      onMouseEnter={(event) => event.buttons === 1 && props.onDragTo(place)}
      onDoubleClick={() => props.onDoublePress(place)}
    >
      {isEditing && line ? (
        <CellEditor editing={editing} label={`${column.header} of ${line.sku}`} edits={edits} />
      ) : line ? (
        <span className={styles.text}>
          {column.key === 'sku' && isWrong(line) && <span title="Looks wrong">⚠ </span>}
          {cellText(line, column.key, currency)}
        </span>
      ) : (
        <span className={styles.loading} />
      )}
    </div>
  )
}

/** The field in a cell that is being edited. Enter takes it and goes down, Tab goes on, Escape gives it up. */
function CellEditor({ editing, label, edits }: { editing: Editing; label: string; edits: Edits }) {
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const { isTyped, text, problem } = editing
  useEffect(() => {
    field.current!.focus()
    if (!isTyped) field.current!.select()
  }, [isTyped])
  const keys: Record<string, () => void> = {
    Enter: () => edits.commitAndMove('ArrowDown'),
    'Shift+Enter': () => edits.commitAndMove('ArrowUp'),
    Tab: () => edits.commitAndMove('ArrowRight'),
    'Shift+Tab': () => edits.commitAndMove('ArrowLeft'),
    ArrowDown: () => edits.commitAndMove('ArrowDown'),
    ArrowUp: () => edits.commitAndMove('ArrowUp'),
    Escape: edits.cancel,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const act = keys[`${event.shiftKey ? 'Shift+' : ''}${event.key}`]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <input
        ref={field}
        className={styles.editor}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        value={text}
        onChange={(event) => edits.change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={edits.leave}
      />
      {problem && (
        <span id={problemId} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  )
}

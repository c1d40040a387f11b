import { useRef, useState } from 'react'
import { useWorkspace } from '../workspace-context.tsx'
import type { GridColumn, ShownLine } from './columns.ts'
import { plainText, readCell } from './columns.ts'
import type { Editing } from './grid-edit.ts'
import { placeAfter } from './grid-selection.ts'
import type { Place } from './grid-selection.ts'
import { useSaver } from './saves.tsx'

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
export function useCellEdit({
  columns,
  isEditable,
  active,
  size,
  shownAt,
  moveTo,
  focusCell,
  tellProblem,
}: CellEditOptions) {
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

/** A cell by its row in the list, and its column. */
export type Place = { row: number; column: number }

/** A rectangle of cells: from where it began to where the keyboard is. */
export type GridSelection = { anchor: Place; active: Place }

type Size = { rows: number; columns: number }

export const AT_START: GridSelection = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } }

export function selectOne(place: Place): GridSelection {
  return { anchor: place, active: place }
}

export function extendTo({ anchor }: GridSelection, active: Place): GridSelection {
  return { anchor, active }
}

/** The rows and columns of a selection, ends included. */
export function boundsOf({ anchor, active }: GridSelection) {
  return {
    firstRow: Math.min(anchor.row, active.row),
    lastRow: Math.max(anchor.row, active.row),
    firstColumn: Math.min(anchor.column, active.column),
    lastColumn: Math.max(anchor.column, active.column),
  }
}

/** A selection within the grid, which may have become smaller. */
export function within({ anchor, active }: GridSelection, size: Size): GridSelection {
  return { anchor: inside(anchor, size), active: inside(active, size) }
}

function inside({ row, column }: Place, { rows, columns }: Size): Place {
  return { row: clamp(row, rows), column: clamp(column, columns) }
}

function clamp(value: number, length: number): number {
  return Math.max(0, Math.min(value, length - 1))
}

/** Rows that Page Up and Page Down move by. */
const PAGE = 15

/** Where a key leads from a cell; undefined for keys that do not move. With `toEdge` (Ctrl), to the end. */
export function placeAfter(key: string, { row, column }: Place, { rows, columns }: Size, toEdge: boolean) {
  const moves: Record<string, Place> = {
    ArrowUp: { row: toEdge ? 0 : row - 1, column },
    ArrowDown: { row: toEdge ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: toEdge ? 0 : column - 1 },
    ArrowRight: { row, column: toEdge ? columns - 1 : column + 1 },
    Home: { row: toEdge ? 0 : row, column: 0 },
    End: { row: toEdge ? rows - 1 : row, column: columns - 1 },
    PageUp: { row: row - PAGE, column },
    PageDown: { row: row + PAGE, column },
  }
  const place = moves[key]
  return place && inside(place, { rows, columns })
}

/** A cell that is being edited. `isTyped`: it was begun by typing, which replaces what was there. */
export type Editing = Place & { text: string; isTyped: boolean; problem?: string | undefined }

export type Edits = {
  change: (text: string) => void
  /** Takes it, and moves as that key would. */
  commitAndMove: (key: string) => void
  /** Takes it where it can be read, as the focus is elsewhere. */
  leave: () => void
  cancel: () => void
}

import { changeInBp, WHOLE_BP, shareOf } from '../../../../server/src/shared/read-price.ts'
import { CHANGE_BP } from '../../../../server/src/shared/reprice.ts'
import { parsePercent } from '../../shared/money.ts'
import { decimalsOf, formatMoney, parseMoney } from '../../shared/money.tsx'
import type { ColumnForm } from '../../shared/money.tsx'
import type { Line } from './queries.ts'
import { changeText } from './words.ts'

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

export type ColumnKey = 'sku' | 'name' | 'currentPrice' | 'newPrice' | 'change' | 'customerBefore' | 'customerAfter'

export type GridColumn = {
  key: ColumnKey
  header: string
  /** CSS grid track. */
  track: string
  /** The name that the lines are sorted by. */
  sort?: 'sku' | 'name' | 'currentPrice' | 'newPrice' | 'change'
  isNumber?: boolean
  isEditable?: boolean
}

const SKU: GridColumn = { key: 'sku', header: 'SKU', track: '9rem', sort: 'sku' }
const NAME: GridColumn = { key: 'name', header: 'Name', track: 'minmax(14rem, 1fr)', sort: 'name' }
const CURRENT: GridColumn = {
  key: 'currentPrice',
  header: 'Current price',
  track: '8rem',
  sort: 'currentPrice',
  isNumber: true,
}
const NEW: GridColumn = {
  key: 'newPrice',
  header: 'New price',
  track: '8rem',
  sort: 'newPrice',
  isNumber: true,
  isEditable: true,
}
const CHANGE: GridColumn = {
  key: 'change',
  header: 'Change',
  track: '7rem',
  sort: 'change',
  isNumber: true,
  isEditable: true,
}
const BEFORE: GridColumn = { key: 'customerBefore', header: 'Pays now', track: '7rem', isNumber: true }
const AFTER: GridColumn = { key: 'customerAfter', header: 'Will pay', track: '7rem', isNumber: true }

/** The columns of the grid. On a phone, what is edited comes first. Once published, the prices before it are past. */
export function gridColumns({
  isPhone,
  forCustomer,
  isPublished,
}: Record<'isPhone' | 'forCustomer' | 'isPublished', boolean>): GridColumn[] {
  const before = isPublished ? { ...CURRENT, header: 'Price before' } : CURRENT
  const paid = isPublished
    ? [
        { ...BEFORE, header: 'Paid before' },
        { ...AFTER, header: 'Paid after' },
      ]
    : [BEFORE, AFTER]
  const customer = forCustomer ? paid : []
  if (!isPhone) return [SKU, NAME, before, NEW, CHANGE, ...customer]
  return [{ ...SKU, track: '7.5rem' }, { ...NEW, track: '6.5rem' }, CHANGE, before, ...customer, NAME]
}

/** A line as the grid shows it: with the new price that is set but not saved yet. Null: taken out. */
export type ShownLine = Omit<Line, 'newPrice'> & { newPrice: number | null; isPending: boolean }

export function shownLine(line: Line, pending: ReadonlyMap<string, number | null>): ShownLine {
  const set = pending.get(line.productId)
  if (set === undefined) return { ...line, isPending: false }
  const changeBp = set === null ? null : changeInBp(line.currentPrice, set)
  // What the customer will pay is known once it is saved.
  return { ...line, newPrice: set, changeBp, isPending: true }
}

/** What a cell shows. */
export function cellText(line: ShownLine, key: ColumnKey, currency: string): string {
  switch (key) {
    case 'sku':
      return line.sku
    case 'name':
      return line.name
    case 'newPrice':
      return line.newPrice === null ? 'removed' : formatMoney(line.newPrice, currency)
    case 'change':
      return changeText(line.changeBp)
    default:
      return formatMoney(line[key], currency)
  }
}

/** What a cell is copied and edited as: figures without signs. */
export function plainText(line: ShownLine, key: ColumnKey, currency: string): string {
  if (key === 'sku' || key === 'name') return line[key]
  if (key === 'change') return line.changeBp === null ? '' : String(line.changeBp / 100)
  const minor = line[key]
  const decimals = decimalsOf(currency)
  return minor === null || minor === undefined ? '' : (minor / 10 ** decimals).toFixed(decimals)
}

/** The new price that a text in a cell means, or what is wrong with it. */
export function readCell(
  text: string,
  key: ColumnKey,
  line: Pick<ShownLine, 'currentPrice'>,
  currency: string,
  column: ColumnForm = {},
): { price: number } | { problem: string } {
  if (key === 'newPrice') return readPrice(text, currency, column)
  if (key !== 'change') return { problem: 'This column cannot be edited.' }
  const { value, problem } = parsePercent(text, { ...CHANGE_BP, mark: column.mark })
  if (typeof value !== 'number') return { problem: problem ?? 'It is blank.' }
  if (line.currentPrice === null) return { problem: 'There is no current price to change: set the new price.' }
  return { price: shareOf(line.currentPrice, WHOLE_BP + value) }
}

/** A text as a price in minor units, or what is wrong with it. */
export function readPrice(
  text: string,
  currency: string,
  column: ColumnForm = {},
): { price: number } | { problem: string } {
  const { value, problem } = parseMoney(text, currency, column)
  return typeof value === 'number' ? { price: value } : { problem: problem ?? 'It is blank.' }
}

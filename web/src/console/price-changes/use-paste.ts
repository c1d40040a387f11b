import { api } from '../../shared/api.ts'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { GridColumn, ShownLine } from './columns.ts'
import { cellText, readCell, readPrice } from './columns.ts'
import type { CellEdit, NewNotTaken } from './not-taken-cells.ts'
import { boundsOf } from './grid-selection.ts'
import type { GridSelection } from './grid-selection.ts'
import { readPasted } from './pasted-cells.ts'
import type { PastedRow } from './pasted-cells.ts'
import { refusalText } from './refusal-text.ts'
import { useSaver } from './saves.tsx'
import type { Lines } from './use-lines.ts'
import { useShownLines } from './use-shown-lines.ts'
import { MAX_CELLS } from '../../../../server/src/shared/limits.ts'
import { decidedInWords, decideMark } from '../../../../server/src/shared/decide-mark.ts'
import type { DecidedMark } from '../../../../server/src/shared/decide-mark.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

type SkuCell = { sku: string; to?: number }
type Decided = DecidedMark | null

/** The grid of a price change's lines, and what is selected in it. */
export type GridPlace = { id: string; lines: Lines; columns: GridColumn[]; selection: GridSelection; total: number }

/** Takes pasted prices into the grid, and tells which were not taken. */
export function usePaste({ id, lines, columns, selection, total }: GridPlace) {
  const { slug, currency } = useWorkspace()
  const saver = useSaver()
  const shownLines = useShownLines(lines)
  const bounds = boundsOf(selection)
  const path = { slug, id }

  /** Sets rows that name their product; what is not there yet is added. */
  const addRows = async (rows: PastedRow[]) => {
    const decided = decideMark(rows.flatMap(({ price }) => price ?? []))
    const cells: SkuCell[] = []
    const notTaken: NewNotTaken[] = []
    for (const { sku, price } of rows) {
      const read = price === null ? { price: undefined } : readPrice(price, currency, decided ?? {})
      if (sku === '') notTaken.push({ what: '(no SKU)', value: price ?? '', why: 'The row has no SKU.' })
      else if ('problem' in read) {
        const to = roundedPrice(price!, decided)
        notTaken.push({ what: sku, value: price!, why: read.problem, ...(to !== null && { rounded: { sku, to } }) })
      } else cells.push({ sku, ...(read.price !== undefined && { to: read.price }) })
    }
    await addCells(cells, { notTaken, decided })
  }

  const addCells = async (cells: SkuCell[], { notTaken, decided }: { notTaken: NewNotTaken[]; decided: Decided }) => {
    let [taken, added] = [0, 0]
    for (let at = 0; at < cells.length; at += MAX_CELLS) {
      const body = { cells: cells.slice(at, at + MAX_CELLS) }
      const done = await saver.act(
        async () =>
          (await api.POST('/app-api/console/{slug}/price-changes/{id}/cells', { params: { path }, body })).data,
      )
      taken += done.taken.length
      added += done.added
      notTaken.push(
        ...done.refused.map((refused) => {
          const { sku, to } = body.cells[refused.index]!
          const value = to === undefined ? '' : plainAmount(to)
          return { what: sku, value, why: refusalText(refused, plainAmount) }
        }),
      )
    }
    saver.tell(notTaken)
    const ofThemNew = added > 0 ? `, ${added.toLocaleString('en')} of them new` : ''
    notify(`Pasted ${counted(taken, 'price')}${ofThemNew}.${howItWent(notTaken, decided)}`)
  }
  const plainAmount = (price: number | null) => cellText({ newPrice: price } as ShownLine, 'newPrice', currency)

  /** Sets the cells from the active one on. */
  const setValues = async (values: string[]) => {
    const key = columns[selection.active.column]?.isEditable ? columns[selection.active.column]!.key : 'newPrice'
    const first = bounds.firstRow
    // One value is for all selected cells.
    const last = values.length === 1 ? bounds.lastRow : first + values.length - 1
    const rows = await shownLines(first, Math.min(last, total - 1))
    if (!rows) return
    const decided = decideMark(values)
    const cells: CellEdit[] = []
    const notTaken: NewNotTaken[] = []
    for (let i = 0; i <= last - first; i++) {
      const value = values.length === 1 ? values[0]! : values[i]!
      const line = rows[i]
      if (!line) {
        notTaken.push({ what: `row ${(first + i + 1).toLocaleString('en')}`, value, why: 'There is no line here.' })
        continue
      }
      const { productId, sku, newPrice: from } = line
      const read =
        from === null ? { problem: 'The line was removed.' } : readCell(value, key, line, currency, decided ?? {})
      if ('problem' in read) {
        const to = from !== null && key === 'newPrice' ? roundedPrice(value, decided) : null
        const rounded = to === null ? undefined : { productId, sku, from, to }
        notTaken.push({ what: sku, value, why: read.problem, rounded })
      } else cells.push({ productId, sku, from, to: read.price })
    }
    saver.edit(cells)
    saver.tell(notTaken)
    notify(`Set ${counted(cells.length, 'cell')}.${howItWent(notTaken, decided)}`)
  }

  /** Takes the cells that were not taken only because their prices have too many decimals. */
  const takeRounded = async () => {
    const rounded = saver.takeRounded()
    saver.edit(rounded.flatMap((cell) => ('productId' in cell ? cell : [])))
    const bySku = rounded.flatMap((cell) => ('productId' in cell ? [] : cell))
    if (bySku.length > 0) await addCells(bySku, { notTaken: [], decided: null })
  }

  /** Null if rounding does not help. */
  const roundedPrice = (text: string, decided: Decided): number | null => {
    const read = readPrice(text, currency, { ...decided, rounds: true })
    return 'price' in read ? read.price : null
  }

  /** Takes a pasted text: rows with SKUs, or values for the cells from the active one on. */
  const paste = async (text: string) => {
    if (text.trim() === '') return
    const pasted = readPasted(text)
    if (pasted.kind === 'unreadable') saver.tell([{ what: '', value: '', why: pasted.why }])
    else if (pasted.kind === 'skus') await addRows(pasted.rows)
    else if (total > 0) await setValues(pasted.values)
    else
      saver.tell(
        pasted.values.map((value) => ({ what: '', value, why: 'There are no lines yet: paste SKUs with the prices.' })),
      )
  }

  return { addRows, paste, takeRounded }
}

/** How many cells were not taken, and how the others were read. */
function howItWent(notTaken: NewNotTaken[], decided: Decided): string {
  const left = notTaken.length > 0 ? ` ${counted(notTaken.length, 'price')} couldn’t be pasted.` : ''
  return decided ? `${left} ${decidedInWords(decided)}.` : left
}

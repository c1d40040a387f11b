import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { writeToClipboard } from '../../shared/clipboard.ts'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure, notifyWithUndo } from '../../shared/undo.tsx'
import { toSpreadsheetText } from '../../shared/spread-sheet-text.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { ColumnKey, GridColumn, ShownLine } from './columns.ts'
import { cellText, plainText, readCell, shownLine } from './columns.ts'
import type { CellEdit, NewNotTaken } from './draft-saver.ts'
import { count } from './forecast.tsx'
import { boundsOf } from './grid-selection.ts'
import type { GridSelection } from './grid-selection.ts'
import { readPasted } from './pasted-cells.ts'
import type { PastedRow } from './pasted-cells.ts'
import { priceAt } from './prices.ts'
import { useSaver } from './saves.tsx'
import { refusalText } from './refusal-text.ts'
import { readPrice } from './read-price.ts'
import type { Lines } from './use-lines.ts'

/** As many cells are copied, filled and pasted at once. */
const MAX_AT_ONCE = 10_000
/** As many cells or products go into one call. */
export const MAX_IN_CALL = 5_000

type Given = { id: string; lines: Lines; columns: GridColumn[]; selection: GridSelection; total: number }

/** What can be done with the selected cells of the grid. */
export function useGridActs({ id, lines, columns, selection, total }: Given) {
  const { slug, currency } = useWorkspace()
  const saver = useSaver()
  const bounds = boundsOf(selection)
  const path = { slug, id }

  /** The lines from one row to another, as they are shown; null, with a message, where there are too many. */
  const shownLines = async (first: number, last: number): Promise<ShownLine[] | null> => {
    if (last - first >= MAX_AT_ONCE) {
      notify(`Select up to ${MAX_AT_ONCE.toLocaleString('en')} lines for that, or use “Change prices”.`, {
        failed: true,
      })
      return null
    }
    const found = await lines.fetchLines(first, last)
    return found.map((line) => shownLine(line, saver.state().pending))
  }

  const copy = async () => {
    const rows = await shownLines(bounds.firstRow, bounds.lastRow)
    if (!rows) return
    const copied = columns.slice(bounds.firstColumn, bounds.lastColumn + 1)
    const text = toSpreadsheetText(rows.map((line) => copied.map(({ key }) => plainText(line, key, currency))))
    await writeToClipboard(text)
    notify(`Copied ${count(rows.length * copied.length, 'cell')}.`)
  }

  /** Gives the selected lines the first one's price or change; a single line that of the one above. */
  const fillDown = async () => {
    const { firstColumn, lastColumn } = bounds
    const key = columns.slice(firstColumn, lastColumn + 1).find(({ isEditable }) => isEditable)?.key
    if (!key) return notify('Select cells of “New price” or “Change” to fill.', { failed: true })
    const from = bounds.firstRow === bounds.lastRow ? bounds.firstRow - 1 : bounds.firstRow
    if (from < 0) return
    const rows = await shownLines(from, bounds.lastRow)
    const [source, ...rest] = rows ?? []
    if (!source) return
    saver.edit(rest.flatMap((line) => filled(line, source, key)))
  }

  const takeOut = async () => {
    const rows = await shownLines(bounds.firstRow, bounds.lastRow)
    if (!rows) return
    const productIds = rows.map(({ productId }) => productId)
    if (productIds.length > MAX_IN_CALL) {
      return notify(`Select up to ${MAX_IN_CALL.toLocaleString('en')} lines to take out.`, { failed: true })
    }
    const done = await saver.act(async () => {
      const body = { lines: { productIds } }
      return (await api.POST('/app-api/console/{slug}/price-changes/{id}/remove-lines', { params: { path }, body }))
        .data!.data
    })
    if (done.removed > 0) {
      notifyWithUndo(`Took ${count(done.removed, 'line')} out.`, async () => (await saver.undo()) ?? undefined)
    }
  }

  /** Sets rows that name their product; what is not there yet is added. */
  const addRows = async (rows: PastedRow[]) => {
    const cells: { sku: string; to?: number }[] = []
    const notTaken: NewNotTaken[] = []
    for (const { sku, price } of rows) {
      const read = price === null ? { price: undefined } : readPrice(price, currency)
      if (sku === '') notTaken.push({ what: '(no SKU)', value: price ?? '', why: 'The row has no SKU.' })
      else if ('problem' in read) notTaken.push({ what: sku, value: price ?? '', why: read.problem })
      else cells.push({ sku, ...(read.price !== undefined && { to: read.price }) })
    }
    let [taken, added] = [0, 0]
    for (let at = 0; at < cells.length; at += MAX_IN_CALL) {
      const body = { cells: cells.slice(at, at + MAX_IN_CALL) }
      const done = await saver.act(
        async () =>
          (await api.POST('/app-api/console/{slug}/price-changes/{id}/cells', { params: { path }, body })).data!.data,
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
    notify(
      `Took ${count(taken, 'price')}${ofThemNew}.${notTaken.length > 0 ? ` ${count(notTaken.length, 'cell')} not taken.` : ''}`,
    )
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
    const cells: CellEdit[] = []
    const notTaken: NewNotTaken[] = []
    for (let i = 0; i <= last - first; i++) {
      const value = values.length === 1 ? values[0]! : values[i]!
      const line = rows[i]
      if (!line) {
        notTaken.push({ what: `row ${(first + i + 1).toLocaleString('en')}`, value, why: 'There is no line here.' })
        continue
      }
      const read = line.newPrice === null ? { problem: 'The line is taken out.' } : readCell(value, key, line, currency)
      if ('problem' in read) notTaken.push({ what: line.sku, value, why: read.problem })
      else cells.push({ productId: line.productId, sku: line.sku, from: line.newPrice, to: read.price })
    }
    saver.edit(cells)
    saver.tell(notTaken)
    notify(
      `Set ${count(cells.length, 'cell')}.${notTaken.length > 0 ? ` ${count(notTaken.length, 'cell')} not taken.` : ''}`,
    )
  }

  const paste = async (text: string) => {
    if (text.trim() === '') return
    const pasted = readPasted(
      text,
      (value) => 'price' in readPrice(value.replace(/%$/, '').replace(/^[-+−]/, ''), currency),
    )
    if (pasted.kind === 'skus') await addRows(pasted.rows)
    else if (total > 0) await setValues(pasted.values)
    else
      saver.tell(
        pasted.values.map((value) => ({ what: '', value, why: 'There are no lines yet: paste SKUs with the prices.' })),
      )
  }

  const undo = useCallback(async () => {
    const told = await saver.undo()
    if (told) notify(told)
  }, [saver])
  const redo = useCallback(async () => {
    const told = await saver.redo()
    if (told) notify(told)
  }, [saver])
  return {
    copy: failing(copy),
    fillDown: failing(fillDown),
    takeOut: failing(takeOut),
    paste: (text: string) => failing(() => paste(text))(),
    addRows,
    undo: failing(undo),
    redo: failing(redo),
    /** The products of the selected lines. */
    selectedProducts: async () =>
      (await shownLines(bounds.firstRow, bounds.lastRow))?.map(({ productId }) => productId) ?? null,
  }
}

/** Runs an act, and says what it failed with. */
function failing(act: () => Promise<void>): () => void {
  return () => void act().catch(notifyFailure)
}

/** The edit that fills a line from another one; none where it cannot. */
function filled(line: ShownLine, source: ShownLine, key: ColumnKey): CellEdit[] {
  if (line.newPrice === null || source.newPrice === null) return []
  const to =
    key === 'newPrice'
      ? source.newPrice
      : line.currentPrice === null || source.changeBp === null
        ? null
        : priceAt(line.currentPrice, source.changeBp)
  return to === null ? [] : [{ productId: line.productId, sku: line.sku, from: line.newPrice, to }]
}

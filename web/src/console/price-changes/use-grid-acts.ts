import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { writeToClipboard } from '../../shared/clipboard.tsx'
import { notify, notifyFailure, notifyWithUndo } from '../../shared/toasts.tsx'
import { toSpreadsheetText, readPasted } from './cells.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { plainText, cellText, readCell, readPrice, shownLine, boundsOf } from './grid.ts'
import type { ColumnKey, ShownLine, GridColumn, GridSelection } from './grid.ts'
import type { CellEdit, NewNotTaken, PastedRow } from './cells.ts'
import { useSaver } from './saves.tsx'
import { MAX_CELLS } from '../../../../server/src/shared/limits.ts'
import { WHOLE_BP, shareOf } from '../../../../server/src/shared/read-price.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { refusalText } from './words.ts'
import type { Lines } from './queries.ts'
import { decidedInWords, decideMark } from '../../../../server/src/shared/read-table.ts'
import type { DecidedMark } from '../../../../server/src/shared/read-table.ts'

/** What can be done with the selected cells of the grid. */
export function useGridActs({ id, lines, columns, selection, total }: Grid) {
  const { slug, currency } = useWorkspace()
  const saver = useSaver()
  const bounds = boundsOf(selection)
  const path = { slug, id }

  const shownLines = useShownLines(lines)
  const { addRows, paste, takeRounded } = usePaste({ id, lines, columns, selection, total })

  const copy = async () => {
    const rows = await shownLines(bounds.firstRow, bounds.lastRow)
    if (!rows) return
    const copied = columns.slice(bounds.firstColumn, bounds.lastColumn + 1)
    const text = toSpreadsheetText(rows.map((line) => copied.map(({ key }) => plainText(line, key, currency))))
    await writeToClipboard(text)
    notify(`Copied ${counted(rows.length * copied.length, 'cell')}.`)
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
    if (productIds.length > MAX_CELLS) {
      return notify(`Select up to ${MAX_CELLS.toLocaleString('en')} lines to remove.`, { failed: true })
    }
    const done = await saver.act(async () => {
      const body = { lines: { productIds } }
      return (await api.POST('/app-api/console/{slug}/price-changes/{id}/remove-lines', { params: { path }, body }))
        .data
    })
    if (done.removed > 0) {
      notifyWithUndo(`Removed ${counted(done.removed, 'line')}.`, async () => (await saver.undo()) ?? undefined)
    }
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
    takeRounded: failing(takeRounded),
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
        : shareOf(line.currentPrice, WHOLE_BP + source.changeBp)
  return to === null ? [] : [{ productId: line.productId, sku: line.sku, from: line.newPrice, to }]
}

type SkuCell = { sku: string; to?: number }
type Decided = DecidedMark | null

/** The grid of a price change's lines, and what is selected in it. */
type Grid = { id: string; lines: Lines; columns: GridColumn[]; selection: GridSelection; total: number }

/** Takes pasted prices into the grid, and tells which were not taken. */
function usePaste({ id, lines, columns, selection, total }: Grid) {
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

/** The most lines that are copied, filled or cleared at once. */
const MAX_AT_ONCE = 10_000

/** Reads the lines from one row to another, as they are shown; null, with a message, where there are too many. */
function useShownLines(lines: Lines): (first: number, last: number) => Promise<ShownLine[] | null> {
  const saver = useSaver()
  return async (first, last) => {
    if (last - first >= MAX_AT_ONCE) {
      notify(`Select up to ${MAX_AT_ONCE.toLocaleString('en')} lines for that, or use “Change prices”.`, {
        failed: true,
      })
      return null
    }
    const found = await lines.fetchLines(first, last)
    return found.map((line) => shownLine(line, saver.state().pending))
  }
}

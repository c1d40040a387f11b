import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { writeToClipboard } from '../../shared/clipboard.ts'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure, notifyWithUndo } from '../../shared/undo.tsx'
import { toSpreadsheetText } from '../../shared/spreadsheet-text.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { ColumnKey, ShownLine } from './columns.ts'
import { plainText } from './columns.ts'
import type { CellEdit } from './not-taken-cells.ts'
import { boundsOf } from './grid-selection.ts'
import { useSaver } from './saves.tsx'
import { usePaste } from './use-paste.ts'
import type { GridPlace } from './use-paste.ts'
import { useShownLines } from './use-shown-lines.ts'
import { MAX_CELLS } from '../../../../server/src/shared/limits.ts'
import { WHOLE_BP, shareOf } from '../../../../server/src/shared/basis-points.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

/** What can be done with the selected cells of the grid. */
export function useGridActs({ id, lines, columns, selection, total }: GridPlace) {
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

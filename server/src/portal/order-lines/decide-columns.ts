import type { CutRow } from '../../spreadsheets/cut-text.ts'
import type { KnownCodes } from './find-codes.ts'
import { isSplitNumber, MAX_COLUMNS, readCount } from './line-readings.ts'

/** Where the codes and the quantities stand, from 0. */
export type Columns = { code: number; qty: number }

/** What the header says. It is a hint: the cells below may refute it. */
export type Header = { line: number; code: number | undefined; qty: number | undefined; isPriceList: boolean }

/** Rows that decide. A header stands in the first ones of them. */
const [SAMPLE, HEADER_ROWS] = [200, 20]
/** Where no columns explain all rows: how many they have to, and how often as many as any others. */
const [AT_LEAST, TIMES] = [3, 10]

const CODE_HEADERS =
  /^(your |our )?(sku|code|item|product|part|art(icle|ikel)?|(product|item|stock|part|art(icle|ikel)?|catalogue)\.?[ -]?(sku|code|no|number|nr|id))\.?$/i
const QTY_HEADERS =
  /^(order(ed)? )?(q(uanti)?ty|quantity|amount|count|pcs|pieces|units|menge|anzahl|aantal)\.?( ordered)?$/i

export function findHeader(rows: readonly CutRow[]): Header | undefined {
  for (const { line, cells } of rows.slice(0, HEADER_ROWS)) {
    const [code, qty] = [CODE_HEADERS, QTY_HEADERS].map((header) => cells.findIndex((cell) => header.test(cell)))
    if ((code === -1 && qty === -1) || cells.length === 1 || cells.some((cell) => /\d/.test(cell))) continue
    const isPriceList = ['From quantity', 'Price', 'Quantity'].every((name) => cells.includes(name))
    return { line, code: code === -1 ? undefined : code, qty: qty === -1 ? undefined : qty, isPriceList }
  }
  return undefined
}

/** The rows that decide about the columns: those with several filled cells, without the header. */
export function sampleOf(rows: readonly CutRow[], header: Header | undefined): CutRow[] {
  return rows
    .filter(({ line, cells }) => cells.filter((cell) => cell !== '').length > 1 && line !== header?.line)
    .slice(0, SAMPLE)
}

/** The cells of a row that may be its code. */
export function codeCells({ cells }: CutRow, header: Header | undefined): string[] {
  return cells.filter((cell, i) => cell !== '' && (i < MAX_COLUMNS || i === header?.code))
}

/** `explained`: rows with a known code and a quantity. `against`: rows that have a code elsewhere. */
type Judged = Columns & { explained: number; against: number; amounts: number; meaning: string }

/**
 * The columns of codes and quantities, as the catalogue tells: the only ones that explain all rows, or nearly all. None
 * where each row has to be read by itself; several where they explain the rows equally well, so that a person has to
 * choose.
 */
export function decideColumns(rows: readonly CutRow[], known: KnownCodes, header: Header | undefined): Columns[] {
  const width = usualWidth(rows)
  const even = rows.filter(({ cells }) => cells.length <= width || !cells.some((_, at) => isSplitNumber(cells, at)))
  const judged = pairsOf(rows, header)
    .map((columns) => judge(columns, even, known))
    .filter(({ explained }) => explained > 0)
    .toSorted((a, b) => b.explained - a.explained)
  const different = [...Map.groupBy(judged, ({ meaning }) => meaning).values()].map(([first]) => first!)
  const complete = different.filter(({ against }) => against === 0)
  if (complete.length === 0) {
    const [best, next] = different
    return best && best.explained >= Math.max(AT_LEAST, TIMES * (next?.explained ?? 0)) ? [best] : []
  }
  const counts = complete.filter(({ amounts, explained }) => amounts < explained)
  const likely = counts.length > 0 ? counts : complete
  const hinted = likely.filter(
    ({ code, qty }) => code === (header?.code ?? code) && qty === (header?.qty ?? qty) && header !== undefined,
  )
  return (hinted.length > 0 ? hinted : likely).map(({ code, qty }) => ({ code, qty }))
}

/** How many cells most rows have. */
function usualWidth(rows: readonly CutRow[]): number {
  const widths = [...Map.groupBy(rows, ({ cells }) => cells.length)]
  return widths.reduce((most, next) => (next[1].length > most[1].length ? next : most), [0, [] as CutRow[]])[0]
}

function pairsOf(rows: readonly CutRow[], header: Header | undefined): Columns[] {
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map(({ cells }) => cells.length)))
  const columns = [
    ...new Set([...Array(width).keys(), ...[header?.code, header?.qty].filter((at) => at !== undefined)]),
  ]
  return columns.flatMap((code) => columns.flatMap((qty) => (code === qty ? [] : [{ code, qty }])))
}

function judge({ code, qty }: Columns, rows: readonly CutRow[], known: KnownCodes): Judged {
  const meanings: string[] = []
  let [against, amounts] = [0, 0]
  for (const { cells } of rows) {
    const match = known.get(cells[code] ?? '')
    const count = readCount(cells[qty] ?? '')
    if (match && count) {
      meanings.push(`${match.sku ?? match.offered.join(' ')} ${count.qty}`)
      if (count.isAmount) amounts++
    } else if (!match && cells.some((cell) => known.has(cell))) against++
    else if (match && cells[qty]) against++
  }
  return { code, qty, explained: meanings.length, against, amounts, meaning: meanings.join('\n') }
}

import { bareName } from '../../shared/match-headers.ts'
import { isAmount, isNone, isSplitNumber, MAX_COLUMNS, readCount, readingsOf } from './line-readings.ts'
import type { CutRow } from './line-readings.ts'
import type { KnownCodes } from './find-codes.ts'

/** Where the codes and the quantities stand, from 0. Null where no column has the quantities. */
export type Columns = { code: number; qty: number | null }

/** What the header names: the code, which cells may refute; the quantity; columns that are no quantity, such as prices. */
export type Header = CutRow & { code: number | undefined; qty: number[]; others: number[]; isPriceList: boolean }

/** Rows that decide. A header stands in the first ones of them. */
const [SAMPLE, HEADER_ROWS] = [200, 20]
/** Where no columns explain all rows: how many they have to, and how often as many as any others. */
const [AT_LEAST, TIMES] = [3, 10]

/** Usual headers, most likely first, as `bareName` has them. */
const CODE_HEADERS =
  'sku code itemcode productcode itemnumber itemno itemnr itemsku productsku productnumber productno productid ' +
  'stockcode stockno partnumber partno partnr articlenumber articleno articlecode article artikelnummer artikelnr ' +
  'artnr artno artikel cataloguenumber catalogueno cataloguecode yoursku yourcode oursku ourcode yourreference ' +
  'reference referenz ref codigo codice item product part'
const QTY_HEADERS =
  'orderquantity orderqty qtyord orderedquantity orderedqty quantityordered qtyordered quantityrequired qtyrequired ' +
  'quantitytoorder qtytoorder bestellmenge quantity qty menge anzahl quantite qte cantidad cant quantita qta ' +
  'quantidade qtd aantal antal ilosc mnozstvi pocet mennyiseg maara kpl ordered toorder stuck stk pcs pieces units count'
/** Of a column that is no quantity to order, whatever numbers it has. */
const OTHER_HEADERS =
  /price|preis|prix|precio|prezzo|preco|prijs|pris$|cena|hinta|cost|total|value|betrag|summe|montant|vat|tax|mwst|discount|^(from|min|moq|stock|onhand|instock|available|pack|case|box|size|multiple|weight|ean|gtin|barcode|lead|pos|line|row|no|nr|page|rrp|year)/

export function findHeader(rows: readonly CutRow[]): Header | undefined {
  for (const row of rows.slice(0, HEADER_ROWS)) {
    const names = row.cells.map(bareName)
    const [[code], qty] = [columnsNamed(CODE_HEADERS, names), columnsNamed(QTY_HEADERS, names)]
    if ((code === undefined && qty.length === 0) || names.length === 1 || row.cells.some((cell) => readCount(cell)))
      continue
    const others = names.flatMap((name, at) => (OTHER_HEADERS.test(name) && !qty.includes(at) ? at : []))
    const isPriceList = ['From quantity', 'Price', 'Quantity'].every((name) => row.cells.includes(name))
    return { ...row, code, qty, others, isPriceList }
  }
  return undefined
}

/** All columns with the likeliest of these names that a column has. */
function columnsNamed(likely: string, names: readonly string[]): number[] {
  const name = likely.split(' ').find((one) => names.includes(one))
  return names.flatMap((one, at) => (one === name ? at : []))
}

/** The column that the person chose as the quantity, or that the header alone names so. */
export function namedQuantity(header: Header | undefined, chosen: Columns | undefined): number | undefined {
  return chosen?.qty ?? (header?.qty.length === 1 ? header.qty[0] : undefined)
}

/**
 * Whether a row of the table has nothing in the column of quantities. Another row has its quantity elsewhere, or none.
 */
export function isNotOrdered(row: CutRow, qty: number, header: Header | undefined): boolean {
  if (row.line <= (header?.line ?? 0) || !isNone(row.cells[qty] ?? '')) return false
  const isOfTable = row.cells.length > qty || (header !== undefined && separatorOf(row) === separatorOf(header))
  return isOfTable || readingsOf(row).length === 0
}

function separatorOf({ text }: CutRow): string | undefined {
  return ['\t', ';', ','].find((one) => text.includes(one))
}

/** The rows that decide about the columns: those with several filled cells, below the header. */
export function sampleOf(rows: readonly CutRow[], header: Header | undefined): CutRow[] {
  return rows
    .filter(({ line, cells }) => cells.filter((cell) => cell !== '').length > 1 && line > (header?.line ?? 0))
    .slice(0, SAMPLE)
}

/** The cells of a row that may be its code. */
export function codeCells({ cells }: CutRow, header: Header | undefined): string[] {
  return cells.filter((cell, i) => cell !== '' && (i < MAX_COLUMNS || i === header?.code))
}

/**
 * `explained`: rows with a known code and a quantity. `bad`: with a code, and a cell that is no quantity. `against`:
 * rows that have a code elsewhere. `amounts`: cells that look like prices.
 */
type Judged = { code: number; qty: number } & {
  explained: number
  bad: number
  against: number
  amounts: number
  meaning: string
}

/**
 * The columns of codes and quantities. The catalogue tells which column has the codes: the only one that explains all
 * rows, or nearly all. A header that names the quantity decides; else the only column with counts that are no prices
 * and no row numbers. None where each row has to be read by itself; several where a person has to choose.
 */
export function decideColumns(rows: readonly CutRow[], known: KnownCodes, header: Header | undefined): Columns[] {
  const width = usualWidth(rows)
  const even = rows.filter(({ cells }) => cells.length <= width || !cells.some((_, at) => isSplitNumber(cells, at)))
  const named = header?.qty ?? []
  const judged = pairsOf(rows, header)
    .map((columns) => judge(columns, even, known, named))
    .filter(({ explained }) => explained > 0)
    .toSorted((a, b) => b.explained - a.explained || Number(b.code === header?.code) - Number(a.code === header?.code))
  const different = [...Map.groupBy(judged, ({ meaning }) => meaning).values()].map(([first]) => first!)
  const byHeader = different.filter(
    ({ code, explained }) => code === header?.code && 2 * explained >= different[0]!.explained,
  )
  if (named.length > 0 && byHeader.length > 0) return byHeader.map(columnsOf)
  const complete = different.filter(({ against }) => against === 0)
  if (complete.length === 0) {
    const [best, next] = different
    return best && best.explained >= Math.max(AT_LEAST, TIMES * (next?.explained ?? 0)) ? [columnsOf(best)] : []
  }
  const hinted = firstFilled(
    complete.filter(({ code }) => code === header?.code),
    complete,
  )
  if (named.length > 0) return hinted.map(columnsOf)
  const counted = firstFilled(
    hinted.filter(({ bad, explained }) => bad < explained),
    hinted,
  )
  const others = counted.filter(({ qty }) => !header?.others.includes(qty) && !isRowNumber(rows, qty))
  if (others.length === 0) return [{ code: counted[0]!.code, qty: null }]
  return firstFilled(
    others.filter(({ amounts, explained, bad }) => 2 * amounts < explained + bad),
    others,
  ).map(columnsOf)
}

function columnsOf({ code, qty }: Judged): Columns {
  return { code, qty }
}

function firstFilled<T>(...lists: T[][]): T[] {
  return lists.find((list) => list.length > 0) ?? []
}

/** 1, 2, 3 … in front. */
function isRowNumber(rows: readonly CutRow[], column: number): boolean {
  return column === 0 && rows.length > 1 && rows.every(({ cells }, i) => cells[0] === String(i + 1))
}

/** How many cells most rows have. */
function usualWidth(rows: readonly CutRow[]): number {
  const widths = [...Map.groupBy(rows, ({ cells }) => cells.length)]
  return widths.reduce((most, next) => (next[1].length > most[1].length ? next : most), [0, [] as CutRow[]])[0]
}

function pairsOf(rows: readonly CutRow[], header: Header | undefined) {
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map(({ cells }) => cells.length)))
  const columns = [...new Set([...Array(width).keys(), ...(header?.code === undefined ? [] : [header.code])])]
  const quantities = header?.qty.length ? header.qty : columns
  return columns.flatMap((code) => quantities.flatMap((qty) => (code === qty ? [] : [{ code, qty }])))
}

/** `named`: the columns that the header names as the quantity. Their cells say nothing about the codes. */
function judge(
  columns: Pick<Judged, 'code' | 'qty'>,
  rows: readonly CutRow[],
  known: KnownCodes,
  named: readonly number[],
): Judged {
  const judged: Judged = { ...columns, explained: 0, bad: 0, against: 0, amounts: 0, meaning: '' }
  for (const { cells } of rows) {
    const [match, written = ''] = [known.get(cells[columns.code] ?? ''), cells[columns.qty]]
    if (!match) {
      if (cells.some((cell, at) => !named.includes(at) && known.has(cell))) judged.against++
      continue
    }
    const count = readCount(written)
    if (count || named.length > 0) judged.explained++
    else if (written !== '') judged.bad++
    if (isAmount(written)) judged.amounts++
    judged.meaning += `${match.sku ?? match.offered.join(' ')} ${count?.qty ?? written}\n`
  }
  return judged
}

/** The first rows that the columns explain, for a person who has to choose. */
export function exampleOf({ code, qty }: Columns, rows: readonly CutRow[], header: Header | undefined) {
  const shown = rows.filter(({ cells }) => cells[code] && cells[qty!]).slice(0, 3)
  const name = header?.cells[qty!]
  return {
    code,
    qty: qty!,
    name: `Column ${qty! + 1}${name ? `, “${name}”` : ''}`,
    rows: shown.map(({ cells }) => ({ sku: cells[code]!, quantity: cells[qty!]! })),
  }
}

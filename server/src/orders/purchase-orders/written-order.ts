import { isAmount, cutText, readCount } from '../order-lines/line-readings.ts'
import type { CutRow } from '../order-lines/line-readings.ts'
import { findHeader } from '../order-lines/decide-columns.ts'
import { currencyOf, isDoubtfulPrice, matchHeaders } from '../../shared/match-headers.ts'
import { readDay } from '../../shared/read-day.ts'
import { inCurrency } from '../../shared/read-price.ts'
import type { WrittenPrice } from './expected-price.ts'

/**
 * An order as text or a table, taken apart: rows of products and quantities, which the reader of order lines knows, and
 * by their line what it does not know. `remarks`: what staff have to know besides.
 */
export type WrittenOrder = {
  rows: CutRow[]
  prices: Map<number, WrittenPrice>
  units: Map<number, string>
  poNumbers: string[]
  wantedOn: string | null
  remarks: string[]
}

/** Usual headers, as `matchHeaders` takes them. */
const FIELDS = {
  price: {
    headers:
      'unitprice priceperunit priceeach pricepereach netunitprice unitnetprice netprice yourprice ourprice agreedprice ' +
      'price unitcost costprice cost nettoeinzelpreis einzelpreis nettopreis stuckpreis stueckpreis preis epreis ep ' +
      'prixunitaire prix preciounitario precio prezzounitario prezzo precounitario preco stuksprijs prijs apris pris cena',
  },
  total: {
    headers:
      'linetotal totalprice total linevalue lineamount netamount amount value extendedprice sum gesamtpreis gesamt ' +
      'betrag summe montant importe importo totaal bedrag',
  },
  per: { headers: 'per pricebase basequantity baseqty priceunit preiseinheit pe' },
  unit: { headers: 'unit uom unitofmeasure me einheit mengeneinheit unite unidad unita eenheid enhet' },
  order: {
    headers: 'ponumber pono po purchaseorder purchaseordernumber purchaseorderno ordernumber orderno bestellnummer',
  },
}

/** "PO number: 4711", "Our order no. 4711", "Purchase order PO-4711". */
const PO_NUMBER =
  /^(?:our\s+|your\s+|customer\s+)?(?:(?:p\.?o\.?|(?:purchase\s+)?order|bestellung)(?:\s*(?:number|no\.?|nr\.?|ref\.?|#)\s*[:#;,\t]?|\s*[:#])|purchase\s+order|bestell(?:nummer|nr\.?)\s*[:#;,\t]?)\s*([\p{L}\d./-]*\d[\p{L}\d./-]*)[^\p{L}\p{N}]*$/iu
const WANTED_ON =
  /^(?:wanted|required|requested|needed|deliver|delivery|requested delivery|liefertermin|wunschtermin)(?:\s+(?:on|by|date|day))*\s*[:;,\t]\s*(.{4,40})$/i

/** Takes a pasted text or the rows of a file apart. Pure. */
export function takeApart(all: readonly CutRow[]): WrittenOrder {
  const order: WrittenOrder = {
    rows: [],
    prices: new Map(),
    units: new Map(),
    poNumbers: [],
    wantedOn: null,
    remarks: [],
  }
  const rows = all.filter(({ text }) => !isHead(text, order))
  const header = findHeader(rows)
  order.rows = header ? byHeader(rows, header, order) : withoutHeader(rows, order)
  order.rows = order.rows.filter(({ text }) => text !== '')
  order.poNumbers = [...new Set(order.poNumbers)]
  return order
}

/** Whether a row says the number of the order, or its day. */
function isHead(text: string, order: WrittenOrder): boolean {
  const [, number] = PO_NUMBER.exec(text) ?? []
  if (number !== undefined) order.poNumbers.push(number)
  const [, day] = WANTED_ON.exec(text) ?? []
  if (day !== undefined) {
    const read = readDay(day.replace(/[;,\t]+$/, ''), null)
    if (read.value !== undefined) order.wantedOn = read.value
    else order.remarks.push(`The day of delivery was not taken: ${read.reason}.`)
  }
  return number !== undefined || day !== undefined
}

function byHeader(rows: readonly CutRow[], header: CutRow, order: WrittenOrder): CutRow[] {
  // "Price per 100": that is of 100.
  const per = header.cells.map((name) => /(?<!\p{L})(?:per|pro|je)\s*(\d{1,6})(?!\d)/iu.exec(name))
  const names = header.cells.map((name, at) => (per[at] ? name.replace(per[at][0], '') : name))
  const found = matchHeaders(FIELDS, names)
  const [price, unit, base, number] = [found.get('price'), found.get('unit'), found.get('per'), found.get('order')]
  const doubtful = names.filter((name) => isDoubtfulPrice(name, FIELDS.price.headers))
  for (const name of doubtful)
    order.remarks.push(`The prices of the column “${name}” were not taken: they may be with tax, or of many.`)
  const isTaken = new Set([...found.values(), ...names.flatMap((name, at) => (doubtful.includes(name) ? at : []))])
  return rows.map((row) => {
    if (row.line <= header.line || row.cells.length > header.cells.length) return row
    const cell = (at: number | undefined) => (at === undefined ? '' : (row.cells[at] ?? ''))
    if (cell(price) !== '') {
      const of = cell(base) || per[price!]?.[1]
      order.prices.set(row.line, {
        texts: [inCurrency(cell(price), currencyOf(header.cells[price!]!))],
        ...(of !== undefined && { per: of }),
      })
    }
    if (cell(unit) !== '') order.units.set(row.line, cell(unit))
    if (cell(number) !== '') order.poNumbers.push(cell(number))
    const cells = row.cells.map((one, at) => (isTaken.has(at) ? '' : one))
    return { ...row, cells, text: cells.join('\t') }
  })
}

const CURRENCY = String.raw`(?:(?:GBP|EUR|USD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|JPY|CAD|AUD|NZD)(?!\p{L})|[A-Z]{0,2}\p{Sc})`
const NUMBER = String.raw`\d(?:[\d.,'’]*\d)?(?:,-)?`
const OF = String.raw`(?:\s*(?:each|ea\b\.?|apiece|(?:\/|per\s|pro\s|je\s)\s*(?:\d[\d.,]*\d|\d)?\s*\p{L}*))?`
/** "@ 7.70", "at £7.70 each", "£7.70/case", "7,70 EUR je 100". */
const PRICE = new RegExp(
  String.raw`(?:@|(?<![\p{L}\p{N}])(?:at|à|je|zu|price|preis)(?!\p{L}):?)\s*(?:${CURRENCY}\s?)?${NUMBER}(?:\s?${CURRENCY})?${OF}` +
    String.raw`|(?<![\p{L}\p{N}])${CURRENCY}\s?${NUMBER}${OF}|(?<![\p{L}\p{N}.,])${NUMBER}\s?${CURRENCY}${OF}`,
  'giu',
)

/** Prices say what they are by a word or a currency; else a column of amounts in a table does. */
function withoutHeader(rows: readonly CutRow[], order: WrittenOrder): CutRow[] {
  const said = rows.map((row) => withoutSaid(row, order))
  return order.prices.size > 0 ? said : withoutAmounts(rows, order)
}

function withoutSaid(row: CutRow, order: WrittenOrder): CutRow {
  const said = [...new Set(row.text.match(PRICE))]
  if (said.length === 0) return row
  const marked = said.filter(
    (text) => /^(?:@|\p{L}{0,5}[^\p{L}]*\s)/iu.test(text) && /^(?:@|at|à|je|zu|pr)/i.test(text),
  )
  order.prices.set(row.line, { texts: (marked.length > 0 ? marked : said).map((text) => text.trim()) })
  const without = (text: string) =>
    said.reduce((left, price) => left.replaceAll(price, ' '), text).replace(/[\s,;=:–-]+$/, '')
  const isWithin = said.every((price) => row.cells.some((cell) => cell.includes(price)))
  // A decimal comma has cut its row there.
  if (!isWithin) return { ...(cutText(without(row.text))[0] ?? { ...row, cells: [], text: '' }), line: row.line }
  const cells = row.cells.map(without)
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.length > 1 && last > 0
    ? { ...row, cells, text: cells.join('\t') }
    : { ...(cutText(cells[0] ?? '')[0] ?? { ...row, cells: [], text: '' }), line: row.line }
}

/** Columns of a table in which every cell has two decimals, and some are no round sums: these are no quantities. */
function withoutAmounts(rows: readonly CutRow[], order: WrittenOrder): CutRow[] {
  const table = rows.filter(({ cells }) => cells.length > 2)
  const width = Math.max(0, ...table.map(({ cells }) => cells.length))
  const filled = (at: number) => table.flatMap(({ cells }) => cells[at] || [])
  const amounts = [...Array(width).keys()].filter((at) => {
    const cells = filled(at)
    return cells.length > 0 && cells.every(isAmount) && cells.some((cell) => !/[.,]00$/.test(cell))
  })
  const hasCount = [...Array(width).keys()].some(
    (at) => !amounts.includes(at) && filled(at).some((cell) => readCount(cell)),
  )
  if (amounts.length === 0 || amounts.length > 2 || !hasCount) return [...rows]
  return rows.map((row) => {
    const texts = amounts.flatMap((at) => row.cells[at] || [])
    if (row.cells.length < 3 || texts.length === 0) return row
    order.prices.set(row.line, { texts })
    const cells = row.cells.map((cell, at) => (amounts.includes(at) ? '' : cell))
    return { ...row, cells, text: cells.join('\t') }
  })
}

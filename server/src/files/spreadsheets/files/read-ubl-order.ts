import { createReadStream } from 'node:fs'
import { OperatorError } from '../../../errors.ts'
import type { CsvRecord } from '../read-csv.ts'
import type { ReadingBudget } from './file-limits.ts'
import { parseXml } from './parse-xml.ts'

/** What is read of an order, and of each of its lines, as UBL 2.1 names it. `…@name` is an attribute. */
export const UBL_ORDER = [
  'ID',
  'CustomerReference',
  'DocumentCurrencyCode',
  'Delivery/RequestedDeliveryPeriod/StartDate',
  'Delivery/RequestedDeliveryPeriod/EndDate',
] as const
export const UBL_LINE = [
  'ID',
  'Quantity',
  'Quantity@unitCode',
  'Price/PriceAmount',
  'Price/PriceAmount@currencyID',
  'Price/BaseQuantity',
  'Price/BaseQuantity@unitCode',
  'Item/SellersItemIdentification/ID',
  'Item/BuyersItemIdentification/ID',
  'Item/StandardItemIdentification/ID',
  'Item/StandardItemIdentification/ID@schemeID',
  'Item/Name',
] as const

/** The first cell of a row: an order comes after its lines. `charged`: with allowances or charges, which are not read. */
export const [ORDER_ROW, LINE_ROW, CHARGED] = ['order', 'line', 'charged']

const DAMAGED =
  'The XML cannot be read as an order: it is not well-formed, has a document type, or a very long text such as an ' +
  'embedded document. Ask for the order without those.'
const SEVERAL = 'The file has several orders. Save each in a file of its own, and read them one by one.'

const LINE = 'OrderLine/LineItem/'
/** Longer codes, names and numbers are none. */
const MAX_TEXT = 1_000

/** `start`: the beginning of the file, which may say the encoding where it had to be guessed. */
type Xml = { encoding: string; isGuessed: boolean; start: string }

/**
 * Reads an order as UBL 2.1 XML: a row for each line, and one for the order, with the cells named above. Throws an
 * OperatorError with a sentence for what is no single order with lines.
 */
export async function* readUblOrder(path: string, xml: Xml, budget: ReadingBudget): AsyncGenerator<CsvRecord> {
  const within: string[] = []
  let ready: CsvRecord[] = []
  let [orders, lines, isCharged] = [0, 0, false]
  let [order, line] = [new Map<string, string>(), new Map<string, string>()]
  let root = ''
  /** Where the order stands: at the top, or in an envelope. */
  let from = -1
  const put = (name: string, text: string) => {
    const isLine = name.startsWith(LINE)
    const [fields, field]: [Map<string, string>, string] = isLine ? [line, name.slice(LINE.length)] : [order, name]
    if (!(isLine ? UBL_LINE : (UBL_ORDER as readonly string[])).includes(field as never)) return
    if (fields.has(field)) throw new OperatorError(`The order has "${name}" twice where one is meant.`)
    if (text.length > MAX_TEXT) throw new OperatorError(`"${name}" of the order is longer than any such text.`)
    fields.set(field, text.trim())
  }
  const handOver = (kind: string, names: readonly string[], fields: Map<string, string>) => {
    const cells = [kind, ...names.map((name) => fields.get(name) ?? '')]
    budget.chargeRow(cells)
    ready.push({ line: kind === LINE_ROW ? ++lines : lines + 1, cells })
  }
  const open = (name: string, attribute: (name: string) => string | undefined) => {
    within.push(name)
    root ||= name
    if (name === 'Order' && within.length <= 2) {
      if (++orders > 1) throw new OperatorError(SEVERAL)
      from = within.length
    }
    if (from < 0) return
    const place = within.slice(from).join('/')
    if (/^(?:OrderLine\/LineItem\/)?AllowanceCharge$/.test(place)) isCharged = true
    for (const known of ['unitCode', 'currencyID', 'schemeID']) {
      const value = attribute(known)
      if (value !== undefined) put(`${place}@${known}`, value)
    }
  }
  const close = (_: string, text: string) => {
    if (from >= 0) {
      const place = within.slice(from).join('/')
      if (place === 'OrderLine') {
        handOver(LINE_ROW, UBL_LINE, line)
        line = new Map()
      } else put(place, text)
      if (within.length === from) from = -1
    }
    within.pop()
  }
  const parts = createReadStream(path) as AsyncIterable<Buffer>
  for await (const _ of parseXml(
    parts,
    { open, close },
    { damaged: DAMAGED, encoding: encodingOf(xml), takesDoctype: false },
  )) {
    yield* ready
    ready = []
  }
  if (orders === 0)
    throw new OperatorError(
      `This XML is no order: it is a “${root.slice(0, 100)}”, and an “Order” of UBL 2.1 is needed.`,
    )
  if (lines === 0) throw new OperatorError('The order has no lines as UBL 2.1 has them (OrderLine, LineItem).')
  handOver(ORDER_ROW, UBL_ORDER, order)
  if (isCharged) ready.push({ line: lines + 2, cells: [CHARGED] })
  yield* ready
}

/** That of its bytes where they tell it; else the declared one; and else UTF-8, as XML has it. */
function encodingOf({ encoding, isGuessed, start }: Xml): string {
  if (!isGuessed || encoding.startsWith('utf-16')) return encoding
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    throw new OperatorError(`The XML says that its encoding is “${declared}”, which is not known. Save it as UTF-8.`)
  }
}

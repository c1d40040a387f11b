import type { CustomerContext } from '../../customers/customer-fields.ts'
import type { WorkspaceContext } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { takeFile } from '../../files/spreadsheets/files/take-file.ts'
import type { SentFile, TakenFile } from '../../files/spreadsheets/files/take-file.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { productsBySku } from '../../pricing/find-product.ts'
import { ORDER_LIMITS } from '../../shared/limits.ts'
import { isOtherCurrency } from '../../shared/read-price.ts'
import type { Currency } from '../../shared/read-price.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { findOrderingCustomer } from '../find-orderer.ts'
import type { Columns } from '../order-lines/decide-columns.ts'
import type { Choice, ReadLine } from '../order-lines/decide-lines.ts'
import { findCodes } from '../order-lines/find-codes.ts'
import type { CodeMatch, KnownCodes } from '../order-lines/find-codes.ts'
import { cutText } from '../order-lines/line-readings.ts'
import { nearestProducts } from '../order-lines/nearest-products.ts'
import type { Near } from '../order-lines/nearest-products.ts'
import { LIMIT, readLines, rowsOf } from '../order-lines/read-lines.ts'
import type { FoundRows, ReadLines } from '../order-lines/read-lines.ts'
import { isSameUnit, otherUnit, readExpected } from './expected-price.ts'
import type { ExpectedPrice } from './expected-price.ts'
import { ublOrder, xmlNumber } from './ubl-order.ts'
import type { UblLine, UblOrder } from './ubl-order.ts'
import { takeApart } from './written-order.ts'

/**
 * A line of a customer's own order. `code`: as the customer wrote it. Without a problem, `sku` is a product that the
 * customer sees. With one it is to be asked which product or how many; `choices` may answer that.
 */
export type PurchaseOrderLine = {
  row: number
  code: string
  /** What the customer calls it. */
  name: string | null
  sku: string | null
  qty: number | null
  /** As the customer wrote the quantity, where that has a unit. */
  written: string | null
  problem: ReadLine['problem']
  choices: (Choice & { name: string | null })[]
  /** Null where the order names no price for it. */
  expected: ExpectedPrice | null
}

/** A customer's own order as it was read. With `options`, a person has to choose the columns first. */
export type PurchaseOrder = Pick<ReadLines, 'leftOut' | 'otherSheets' | 'options'> & {
  poNumber: string | null
  /** A day: 2027-01-05. */
  wantedOn: string | null
  /** What staff have to know besides, as sentences. */
  remarks: string[]
  lines: PurchaseOrderLine[]
}

type Asked = { customer: string; columns?: Columns | undefined }
/** What is read for, and what the input is called where it is refused. */
type Reading = { own: CustomerContext; form: Currency; path: 'text' | 'file' }

/** Reads a pasted order. Writes nothing. Throws NotFound, InvalidRequest, and InvalidInput for what is no single order. */
export async function readPastedOrder(
  context: WorkspaceContext,
  { customer, text, columns }: Asked & { text: string },
): Promise<PurchaseOrder> {
  const reading = await readFor(context, customer, 'text')
  return readWritten(reading, { rows: cutText(text), withoutQuantity: 0, otherSheets: [] }, columns)
}

/**
 * The same of a file: text, CSV, an Excel workbook, or an order as UBL 2.1 XML. Nothing of it is kept. Throws Unavailable
 * besides.
 */
export async function readOrderFile(
  context: WorkspaceContext,
  { customer, columns, ...sent }: Asked & SentFile,
): Promise<PurchaseOrder> {
  const reading = await readFor(context, customer, 'file')
  const found = await takeFile(context, { ...sent, mayBeUbl: true }, LIMIT, async (taken) =>
    taken.file.isUbl ? { ubl: ublOrder(await allRows(taken)) } : { rows: await rowsOf(taken, columns) },
  )
  return found.ubl ? readUbl(reading, found.ubl) : readWritten(reading, found.rows, columns)
}

async function readFor(context: WorkspaceContext, customer: string, path: Reading['path']): Promise<Reading> {
  const { id } = await findOrderingCustomer(context, customer)
  const form = await readWorkspace(context, context.workspaceId)
  return { own: { ...context, customerId: id }, form, path }
}

async function allRows({ parts }: TakenFile): Promise<[number, string[]][]> {
  const rows: [number, string[]][] = []
  for await (const { lines } of parts()) rows.push(...(JSON.parse(lines) as [number, string[]][]))
  return rows
}

async function readWritten(reading: Reading, found: FoundRows, columns: Columns | undefined): Promise<PurchaseOrder> {
  const { own, form } = reading
  const { rows, prices, units, poNumbers, wantedOn, remarks } = takeApart(found.rows)
  if (poNumbers.length > 1)
    throw invalidField(
      reading.path,
      `This has several orders: ${poNumbers.slice(0, 3).join(', ')}. Read one at a time.`,
    )
  refuseCurrencies(
    reading,
    [...prices.values()].flatMap(({ texts }) => texts),
  )
  const apart = (row: number) => prices.get(row)?.texts.join(' ') ?? ''
  const { lines, leftOut, otherSheets, options } = await readLines(own, { ...found, rows }, columns, apart)
  if (lines.length === 0 && options.length === 0)
    throw invalidField(reading.path, 'This has no lines of an order: a code and a quantity each.')
  const skus = lines.map(({ sku }) => sku)
  const known = await findCodes(own, skus)
  const drafted = lines.map(({ row, sku: code, qty, problem, choices }): Drafted => {
    const [match, price, unit] = [known.get(code), prices.get(row), units.get(row)]
    return {
      row,
      code,
      name: null,
      match,
      qty,
      read: problem && { problem, choices },
      units: unit === undefined ? [] : [unit],
      written: `${qty} ${unit}`,
      expected: price ? readExpected(price, { form, qty, soldBy: match?.unitLabel }) : null,
    }
  })
  const texts = new Map(found.rows.map(({ line, text }) => [line, text]))
  return {
    poNumber: poNumbers[0] ?? null,
    wantedOn,
    remarks,
    otherSheets,
    options,
    lines: await decided(reading, drafted, known),
    leftOut: leftOut.map(({ row, text }) => ({ row, text: texts.get(row) ?? text })),
  }
}

async function readUbl(reading: Reading, { lines, ...head }: UblOrder): Promise<PurchaseOrder> {
  if (lines.length > ORDER_LIMITS.lines)
    throw invalidField(
      reading.path,
      `The order has ${lines.length.toLocaleString('en')} lines, more than an order can have here.`,
    )
  const currencies = lines.flatMap(({ currency }) => (currency ? `0 ${currency}` : []))
  refuseCurrencies(reading, currencies)
  const codesOf = (field: 'sellersCode' | 'gtin' | 'buyersCode') => lines.map((line) => line[field])
  const ours = await findCodes(reading.own, codesOf('sellersCode'))
  const gtins = await findCodes(reading.own, codesOf('gtin'), 'gtin')
  const theirs = await findCodes(reading.own, codesOf('buyersCode'), 'own')
  const drafted = lines.map((line): Drafted => {
    const { row, qty, units, written, sellersCode, gtin, buyersCode } = line
    const match = oneOf([ours.get(sellersCode), gtins.get(gtin), theirs.get(buyersCode)])
    const [code, name] = [buyersCode || sellersCode || gtin, line.name || null]
    return { row, code, name, match, qty, units, written, read: null, expected: ublPrice(reading, line, match) }
  })
  const nothing = { leftOut: [], otherSheets: [], options: [] }
  return { ...head, ...nothing, lines: await decided(reading, drafted, new Map()) }
}

/** A line before it is decided what is to be asked. `read`: what the reader of lines asks. */
type Drafted = Pick<PurchaseOrderLine, 'row' | 'code' | 'name' | 'qty' | 'expected'> & {
  match: CodeMatch | undefined
  units: string[]
  written: string
  read: (Pick<ReadLine, 'choices'> & { problem: NonNullable<ReadLine['problem']> }) | null
}

/** The lines with what is to be asked: first which product, then how many. Unknown codes offer the nearest products. */
async function decided({ own }: Reading, drafted: readonly Drafted[], known: KnownCodes): Promise<PurchaseOrderLine[]> {
  const textOf = ({ code, name }: Drafted) => code || (name ?? '')
  const unknown = drafted.filter(({ match, read }) => !match && read?.problem.field !== 'sku').map(textOf)
  const nearest = await nearestProducts(own, unknown, known)
  const asked = drafted.map((line) => ({ line, ...askedOf(line, nearest.get(textOf(line)) ?? []) }))
  const skus = asked.flatMap(({ choices }) => choices.map(({ sku }) => sku))
  const [names, labels] = [await productsBySku(own, skus), await findCodes(own, skus)]
  return asked.map(({ line: { row, code, name, units, written, expected, ...line }, sku, qty, problem, choices }) => ({
    row,
    code,
    name,
    sku,
    qty,
    problem,
    expected,
    written: units.length > 0 ? written : null,
    choices: choices.map((choice) => ({
      sku: choice.sku,
      name: names.get(matchingKey(choice.sku))?.name ?? null,
      // Another unit may be another number.
      qty: problem?.field === 'sku' && !fits(units, labels.get(choice.sku)) ? null : (choice.qty ?? line.qty),
    })),
  }))
}

function fits(units: readonly string[], { unitLabel }: Pick<CodeMatch, 'unitLabel'> = {}): boolean {
  return units.length === 0 || (unitLabel !== undefined && isSameUnit(units, unitLabel))
}

function askedOf({ code, match, qty, units, written, read }: Drafted, nearest: readonly Near[]) {
  const [sku = null, soldBy] = [match?.sku, match?.unitLabel]
  if (read?.problem.field === 'sku') return { ...read, sku: null, qty }
  if (sku === null) {
    const meant = match?.offered ?? nearest.map((near) => near.sku)
    const [one, choices] = [match?.replaces, meant.map((offered) => ({ sku: offered, qty: null }))]
    const why = one
      ? `“${code}” is no longer sold.`
      : match
        ? `“${code}” can mean several products.`
        : code
          ? `No product has the code “${code}”.`
          : 'It has no code.'
    return { sku, qty, problem: { field: 'sku' as const, message: `${why} Which is meant?` }, choices }
  }
  if (read) return { ...read, sku, qty: null }
  if (qty !== null && fits(units, match)) return { sku, qty, problem: null, choices: [] }
  const why = qty === null ? `“${written}” isn't a whole number.` : otherUnit(written, soldBy)
  const problem = { field: 'qty' as const, message: `${why} How many?` }
  return { sku, qty: null, problem, choices: qty === null ? [] : [{ sku, qty }] }
}

/** What several codes of a line mean together: the only product that they mean, or all to choose from. */
function oneOf(found: readonly (CodeMatch | undefined)[]): CodeMatch | undefined {
  const matches = found.filter((match) => match !== undefined)
  const skus = [...new Set(matches.flatMap(({ sku }) => sku ?? []))]
  if (skus.length === 1) return matches.find(({ sku }) => sku !== undefined)
  const offered = skus.length > 0 ? skus : [...new Set(matches.flatMap((match) => match.offered))]
  return offered.length > 0 ? { offered } : undefined
}

function ublPrice({ form }: Reading, line: UblLine, match: CodeMatch | undefined): ExpectedPrice | null {
  if (line.price === '') return null
  const per = line.per === '' || Number(line.per) === 1 ? {} : { per: line.per }
  if (!xmlNumber(line.price) || line.isOtherUnit)
    return {
      unit: null,
      written: line.price,
      problem: `“${line.price}” is of another unit, or no amount. What is the price of one?`,
    }
  return readExpected(
    { texts: [line.price], ...per },
    { form: { ...form, mark: '.' }, qty: line.qty, soldBy: match?.unitLabel },
  )
}

function refuseCurrencies(reading: Reading, prices: readonly string[]): void {
  const { currency } = reading.form
  const other = prices.find((text) => isOtherCurrency(text, currency))
  if (other === undefined) return
  throw invalidField(
    reading.path,
    `The order names prices in another currency than ${currency}: “${other.replace(/^0 /, '')}”. It cannot be compared.`,
  )
}

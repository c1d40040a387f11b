import { invalidField } from '../../errors.ts'
import type { InvalidInput } from '../../errors.ts'
import { currencyOf, matchHeaders } from '../../shared/match-headers.ts'
import { isEndless, isLongAgo, looksLikeDay, readDay } from '../../shared/read-day.ts'
import { inCurrency, readPrice } from '../../shared/read-price.ts'
import type { Currency } from '../../shared/read-price.ts'
import { readQuantity } from '../../shared/order-quantity.ts'
import { readTable } from '../../shared/read-table.ts'
import type { TableRow } from '../../shared/read-table.ts'
import type { ReadValue } from '../../shared/read-value.ts'
import { readGuarded } from '../../files/spreadsheets/cells.ts'
import { watchColumns } from '../../files/spreadsheets/columns.ts'
import type { Column, ColumnForms } from '../../files/spreadsheets/columns.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { findOwner } from '../../customers/term-owner.ts'
import type { NamedOwner } from '../../customers/term-owner.ts'
import { daysOf, timeZoneOf } from './agreed-price-assignment.ts'
import type { Days, AssignedPrice } from './agreed-price-assignment.ts'
import { agreedPriceVersion } from './set-agreed-price.ts'
import { fold } from '../../lib/matching-key.ts'

export const AGREED_PRICE_COLUMNS = ['sku', 'price', 'minQty', 'startsOn', 'endsOn'] as const
type AgreedPriceColumn = (typeof AGREED_PRICE_COLUMNS)[number]
/** What each column holds; null: nothing that is read. */
export type AgreedPriceMapping = (AgreedPriceColumn | null)[]

/** The columns as pages name them, each with its usual headers, without case, space and punctuation. */
export const AGREED_PRICE_FIELDS: Readonly<Record<AgreedPriceColumn, Column>> = {
  sku: {
    label: 'SKU',
    isRequired: true,
    identifies: true,
    headers:
      'sku stockcode itemcode productcode productsku itemsku itemnumber itemno productnumber productno partnumber ' +
      'partno articlenumber articleno code product item',
  },
  price: {
    label: 'Price',
    isRequired: true,
    holds: 'money',
    headers:
      'price agreedprice unitprice netprice newprice specialprice contractprice customerprice yourprice unit net',
  },
  minQty: {
    label: 'From quantity',
    holds: 'number',
    headers:
      'fromquantity fromqty minqty minquantity minimumquantity minimumqty minimum quantity qty break quantitybreak moq',
  },
  startsOn: {
    label: 'Start',
    holds: 'day',
    headers: 'start startdate starts startson validfrom effectivefrom from fromdate datefrom',
  },
  endsOn: {
    label: 'End',
    holds: 'day',
    headers: 'end enddate ends endson validto validuntil validtill until to todate dateto expires expiry expirydate',
  },
}

/** A row as it reads, before anything is known of products. `unit` is in minor units. */
export type ReadAgreedPrice = {
  line: number
  sku: string
  unit: number
  minQty: number
  startsOn: string | null
  endsOn: string | null
}

/** Reads a row by the texts of its cells, or returns every reason why it cannot be read. */
export function readAgreedPrice(
  line: number,
  textOf: (column: AgreedPriceColumn) => string,
  { currency, currencyDecimals, forms }: Currency & { forms: ColumnForms },
): { row: ReadAgreedPrice; reasons?: never } | { row?: never; reasons: string[] } {
  const cell = (column: AgreedPriceColumn) => readGuarded(textOf(column))
  const sku = cell('sku')
  const price = readPrice(cell('price'), { currency, currencyDecimals, ...forms.numberOf('price') })
  // A blank quantity is 1.
  const qty = readQuantity(cell('minQty') || '1', forms.numberOf('minQty'))
  const day = (column: AgreedPriceColumn, isOpen: (text: string) => boolean): ReadValue<string | null> =>
    cell(column) === '' || isOpen(cell(column)) ? { value: null } : readDay(cell(column), forms.dayOrder)
  const [start, end] = [day('startsOn', isLongAgo), day('endsOn', isEndless)]
  const late =
    start.value && end.value && end.value < start.value
      ? [`The end ${end.value} is before the start ${start.value}.`]
      : []
  const reasons = [
    ...(sku === '' ? ['There is no SKU.'] : []),
    ...said('The price', price.reason),
    ...said('The quantity', qty.reason),
    ...said('The start', start.reason),
    ...said('The end', end.reason),
    ...late,
  ]
  if (reasons.length > 0) return { reasons }
  return { row: { line, sku, unit: price.value!, minQty: qty.value!, startsOn: start.value!, endsOn: end.value! } }
}

function said(what: string, reason: string | undefined): string[] {
  return reason === undefined ? [] : [`${what} ${reason}.`]
}

/** Rows of a paste, apart from the header, and cells of a row. */
const MAX_PASTED_ROWS = 1_000
const MAX_COLUMNS = 100

/**
 * Reads agreed prices from pasted text, up to 1,000 rows. The columns are those given, else told by the header, else by
 * what the cells look like. `first` are the cells of the first row, which may be a header. `rounds` rounds prices with more decimals than the currency has. Throws InvalidInput if the
 * text cannot be read at all.
 */
export function readPastedPrices(
  text: string,
  columns: AgreedPriceMapping | undefined,
  { currency, currencyDecimals, rounds = false }: Currency & { rounds?: boolean },
) {
  const { rows, ...read } = readText(text, columns)
  const forms = formsOf(rows, read.columns, { currency, currencyDecimals, rounds })
  const { readAs, toRound } = forms
  const price = read.columns.indexOf('price')
  const said = read.hasHeader ? currencyOf(read.first[price] ?? '') : undefined
  const entries = rows.map((source) => {
    const textOf = (column: AgreedPriceColumn) => source.cells[read.columns.indexOf(column)] ?? ''
    const inSaid = (column: AgreedPriceColumn) =>
      column === 'price' ? inCurrency(textOf(column), said) : textOf(column)
    return { source, ...readAgreedPrice(source.line, inSaid, { currency, currencyDecimals, forms }) }
  })
  return { ...read, readAs, toRound, entries }
}

function readText(text: string, columns: AgreedPriceMapping | undefined) {
  const rows = rowsOf(text)
  const header = mappingByHeader(rows[0]?.cells.slice(0, MAX_COLUMNS) ?? [])
  const body = header ? rows.slice(1) : rows
  if (body.length === 0) throw wrong('Paste at least one row with a SKU and a price.')
  if (body.length > MAX_PASTED_ROWS)
    throw wrong(`Paste at most ${MAX_PASTED_ROWS} rows at a time; these are ${body.length}.`)
  if (rows.some(({ cells }) => cells.length > MAX_COLUMNS)) throw wrong(`Paste at most ${MAX_COLUMNS} columns.`)
  const mapping = columns ?? header ?? mappingByCells(body.map(({ cells }) => cells))
  if (!mapping.includes('sku') || !mapping.includes('price')) {
    throw wrong(
      'No column of SKUs and prices was found. Paste a header too, such as: SKU, Price, From quantity, Start, End.',
    )
  }
  return { rows: body, columns: mapping, first: rows[0]!.cells, hasHeader: header !== null }
}

function rowsOf(text: string): TableRow[] {
  try {
    return readTable(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw wrong(error.message)
    throw error
  }
}

function formsOf(rows: readonly TableRow[], mapping: AgreedPriceMapping, reading: Currency & { rounds: boolean }) {
  const watch = watchColumns(AGREED_PRICE_FIELDS, reading)
  mapping.forEach((column, at) => {
    if (column === null || column === 'sku') return
    for (const { cells } of rows) watch.see(column, readGuarded(cells[at] ?? ''))
  })
  return watch.decided()
}

function wrong(message: string): InvalidInput {
  return invalidField('text', message)
}

/** The mapping by the names of a header; null if the cells are no header. It must name the SKU and the price. */
function mappingByHeader(cells: readonly string[]): AgreedPriceMapping | null {
  const found = [...matchHeaders(AGREED_PRICE_FIELDS, cells)]
  const mapping = cells.map((_, at) => found.find(([, column]) => column === at)?.[0] ?? null)
  return mapping.includes('sku') && mapping.includes('price') ? mapping : null
}

/**
 * The mapping by what the cells look like, for a text without a header: days are start and end, the first other column
 * is the SKU, then come the price and the quantity. A column of whole numbers beside one with decimals is the quantity.
 */
function mappingByCells(rows: readonly (readonly string[])[]): AgreedPriceMapping {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, i) =>
    rows.map((cells) => cells[i] ?? '').filter((cell) => cell !== ''),
  )
  const mapping: AgreedPriceMapping = columns.map(() => null)
  const give = (column: AgreedPriceColumn, fits: (cells: string[]) => boolean) => {
    if (mapping.includes(column)) return
    const at = columns.findIndex((cells, i) => mapping[i] === null && cells.length > 0 && fits(cells))
    if (at !== -1) mapping[at] = column
  }
  give('startsOn', all(looksLikeDay))
  give('endsOn', all(looksLikeDay))
  give('sku', (cells) => cells.some((cell) => !/^[\d.,\s]*$/.test(cell)) && !cells.every(isPrice))
  give('sku', () => true)
  give('price', (cells) => cells.every(isPrice) && cells.some((cell) => /[.,]\d{1,3}$|\p{Sc}/u.test(cell)))
  give('price', all(isPrice))
  give(
    'minQty',
    all((cell) => readQuantity(cell).reason === undefined),
  )
  return mapping
}

function all(test: (cell: string) => boolean): (cells: string[]) => boolean {
  return (cells) => cells.every(test)
}

function isPrice(cell: string): boolean {
  return /^(?:[A-Z]{3}|\p{Sc})?\s*\d[\d.,\s'’]*\s*(?:[A-Z]{3}|\p{Sc})?$/u.test(cell)
}

export const AGREED_PERIODS = ['current', 'future', 'past'] as const
type AgreedPeriod = (typeof AGREED_PERIODS)[number]

type AgreedPriceRow = AssignedPrice &
  Days & {
    productId: string
    sku: string
    name: string
    /** Minor units. */
    listPrice: number | null
    period: AgreedPeriod
    version: string
  }

/** Later words of a search do not count. */
const MOST_WORDS = 10

type Filter = NamedOwner & { q?: string | undefined; period?: AgreedPeriod | undefined }

/**
 * A page of the agreed prices of a customer or price group, by SKU, then quantity, then start, and the number of all that match. Each
 * word of `q` is a part of the SKU or of the product's name. Throws NotFound.
 */
export async function browseAgreedPrices(
  context: WorkspaceContext,
  { q, period, limit, offset, ...named }: Filter & { limit: number; offset: number },
): Promise<{ prices: AgreedPriceRow[]; total: number }> {
  const { db, workspaceId } = context
  const { id, column } = await findOwner(context, named)
  const timeZone = await timeZoneOf(context)
  const words = (q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  const conditions = [...words.map(containing), ...(period ? [sql`${periodAt(context.clock())} = ${period}`] : [])]
  const { rows } = await sql<Omit<AgreedPriceRow, 'version'> & { total: number }>`
    with matching as materialized (
      select a.id, a.product_id as "productId", p.sku, p.sku_key, p.name, p.list_price as "listPrice", a.unit,
        a.min_qty as "minQty", a.starts_at as "startsAt", a.ends_at as "endsAt", ${periodAt(context.clock())} as period
      from agreed_price a join product p on p.workspace_id = ${workspaceId} and p.id = a.product_id
      where a.workspace_id = ${workspaceId} and ${sql.ref(`a.${column}`)} = ${id}
        and ${sql.join([...conditions, sql`true`], sql` and `)})
    select page.*, counted.total from (select count(*)::integer as total from matching) counted
    left join (
      select * from matching order by sku_key, "minQty", "startsAt" nulls first, id limit ${limit} offset ${offset}) page
      on true
    order by sku_key, "minQty", "startsAt" nulls first, id`.execute(db)
  const found = rows.filter((row) => row.id !== null)
  return {
    prices: found.map((row) => ({ ...row, ...daysOf(row, timeZone), version: agreedPriceVersion(row) })),
    total: rows[0]!.total,
  }
}

function containing(word: string): RawBuilder<boolean> {
  const part = `%${fold(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(p.sku_key like ${part} or p.name_folded like ${part})`
}

function periodAt(at: Date): RawBuilder<AgreedPeriod> {
  return sql`case when a.starts_at > ${at} then 'future' when a.ends_at <= ${at} then 'past' else 'current' end`
}

import { InvalidInput } from '../errors.ts'
import { AGREED_PRICE_FIELDS, mappingByCells, mappingByHeader } from './agreed-price-columns.ts'
import type { AgreedPriceColumn, AgreedPriceMapping } from './agreed-price-columns.ts'
import { readTable } from '../rules/read-table.ts'
import type { TableRow } from '../rules/read-table.ts'
import { readAgreedPrice } from './read-agreed-price.ts'
import type { ReadAgreedPrice } from './read-agreed-price.ts'
import { watchColumns } from './column-forms.ts'
import type { ColumnForms } from './column-forms.ts'
import { readGuarded } from './cells.ts'
import { currencyOf } from '../rules/match-headers.ts'
import { inCurrency } from '../rules/read-price.ts'
import type { Currency } from '../rules/read-price.ts'

/** Rows of a paste, apart from the header, and cells of a row. */
const MAX_PASTED_ROWS = 1_000
const MAX_COLUMNS = 100

/** A row as it was pasted, with what it says or the reasons why it cannot be read. */
export type ReadEntry = { source: TableRow; row?: ReadAgreedPrice; reasons?: string[] }

/** `first` are the cells of the first row, which may be a header. */
export type ReadPaste = Pick<ColumnForms, 'readAs' | 'toRound'> & {
  columns: AgreedPriceMapping
  first: string[]
  hasHeader: boolean
  entries: ReadEntry[]
}

/**
 * Reads agreed prices from pasted text, up to 1,000 rows. The columns are those given, else told by the header, else by
 * what the cells look like. `rounds` rounds prices with more decimals than the currency has. Throws InvalidInput if the
 * text cannot be read at all.
 */
export function readPastedPrices(
  text: string,
  columns: AgreedPriceMapping | undefined,
  { currency, currencyDecimals, rounds = false }: Currency & { rounds?: boolean },
): ReadPaste {
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
  return new InvalidInput([{ path: 'text', message }])
}

import type { AgreedPriceColumn, AgreedPriceMapping } from './agreed-price-columns.ts'
import { readGuarded } from './formula-guard.ts'
import type { TableRow } from '../rules/read-table.ts'
import { readDay } from './read-day.ts'
import type { DayOrder } from './read-day.ts'
import { readPrice } from '../rules/read-price.ts'
import type { Currency } from '../rules/read-price.ts'
import { readQuantity } from '../rules/read-quantity.ts'

/** A row as it reads, before anything is known of products. `unit` is in minor units. */
export type ReadAgreedPrice = {
  line: number
  sku: string
  unit: number
  minQty: number
  startsOn: string | null
  endsOn: string | null
}

/** Reads a row, or returns every reason why it cannot be read. */
export function readAgreedPrice(
  { line, cells }: TableRow,
  mapping: AgreedPriceMapping,
  { dayOrder, ...currency }: Currency & { dayOrder: DayOrder },
): { row: ReadAgreedPrice; reasons?: never } | { row?: never; reasons: string[] } {
  const cell = (column: AgreedPriceColumn) => readGuarded(cells[mapping.indexOf(column)] ?? '')
  const sku = cell('sku')
  const price = readPrice(cell('price'), currency)
  // A blank quantity is 1.
  const qty = readQuantity(cell('minQty') || '1')
  const [start, end] = (['startsOn', 'endsOn'] as const).map((column) =>
    cell(column) === '' ? { day: null } : readDay(cell(column), dayOrder),
  ) as [
    ReturnType<typeof readDay> | { day: null; reason?: never },
    ReturnType<typeof readDay> | { day: null; reason?: never },
  ]
  const late =
    start.day && end.day && end.day < start.day ? [`The end ${end.day} is before the start ${start.day}.`] : []
  const reasons = [
    ...(sku === '' ? ['There is no SKU.'] : []),
    ...said('The price', price.reason),
    ...said('The quantity', qty.reason),
    ...said('The start', start.reason),
    ...said('The end', end.reason),
    ...late,
  ]
  if (reasons.length > 0) return { reasons }
  return { row: { line, sku, unit: price.value!, minQty: qty.value!, startsOn: start.day!, endsOn: end.day! } }
}

function said(what: string, reason: string | undefined): string[] {
  return reason === undefined ? [] : [`${what} ${reason}.`]
}

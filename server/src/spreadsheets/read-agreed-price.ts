import type { AgreedPriceColumn } from './agreed-price-columns.ts'
import { readGuarded } from './cells.ts'
import type { ColumnForms } from './column-forms.ts'
import { isEndless, isLongAgo, readDay } from '../rules/read-day.ts'
import type { ReadValue } from '../rules/read-value.ts'
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

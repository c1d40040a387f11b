import { MAX_PRICE } from '../../../server/src/shared/limits.ts'
import { readMoney, readPercent } from '../../../server/src/shared/read-price.ts'
import type { MoneyForm } from '../../../server/src/shared/read-price.ts'
import type { ReadValue } from '../../../server/src/shared/read-value.ts'

/** What was read from the text of a field: a whole number (null for a blank text), or what is wrong with it. */
export type Parsed = { value: number | null; problem?: undefined } | { problem: string; value?: undefined }

/** Reads the text of a field. `advice` says what to write instead, in a sentence. */
function parseField(text: string, read: (text: string) => ReadValue<number>, advice: string): Parsed {
  if (text.trim() === '') return { value: null }
  const { value, reason } = read(text)
  return reason === undefined ? { value } : { problem: `${reason[0]!.toUpperCase()}${reason.slice(1)}. ${advice}` }
}

export type ColumnForm = Pick<MoneyForm, 'mark' | 'rounds'>

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency)
  if (!format)
    formats.set(
      currency,
      (format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })),
    )
  return format
}

/** Decimals of a currency: 2 for GBP, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2
}

/** The sign that stands before an amount: "£", "€", "kr". */
export function currencySymbol(currency: string): string {
  return (
    formatOf(currency)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  )
}

/** What a quantity comes to: "6 × £7.70 = £46.20". */
export function sumInWords(qty: number, unit: number, currency: string): string {
  return `${qty.toLocaleString('en')} × ${formatMoney(unit, currency)} = ${formatMoney(unit * qty, currency)}`
}

/** Minor units as an amount with its sign: 123450 in GBP is "£1,234.50". Null is a dash. */
export function formatMoney(minor: number | null | undefined, currency: string): string {
  if (minor === null || minor === undefined) return '–'
  return formatOf(currency).format(minor / 10 ** decimalsOf(currency))
}

/** Minor units as they are typed into a field: 123450 in GBP is "1,234.50". Null is empty. */
export function moneyText(minor: number | null | undefined, currency: string): string {
  if (minor === null || minor === undefined) return ''
  const digits = decimalsOf(currency)
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(minor / 10 ** digits)
}

/**
 * Reads an amount up to `max` as people type or paste it ("1,234.50", "£1234.5", "1 234,50") into minor units. `mark`
 * and `rounds` are how the column of a paste is read.
 */
export function parseMoney(
  text: string,
  currency: string,
  { max = MAX_PRICE, ...column }: ColumnForm & { max?: number | undefined } = {},
): Parsed {
  const currencyDecimals = decimalsOf(currency)
  const parsed = parseField(
    text,
    (typed) => readMoney(typed, { currency, currencyDecimals, ...column }),
    `Write an amount such as ${(1234.5).toFixed(currencyDecimals)}.`,
  )
  if ((parsed.value ?? 0) <= max) return parsed
  return { problem: `Write an amount from ${formatMoney(0, currency)} to ${formatMoney(max, currency)}.` }
}

/** Reads a percentage as people type it into basis points. A blank text is null. The limits are in basis points. */
export function parsePercent(text: string, form: Parameters<typeof readPercent>[1] = {}): Parsed {
  return parseField(text, (typed) => readPercent(typed, form), 'Write a percentage such as 12.5.')
}

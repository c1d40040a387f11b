import { MAX_PRICE } from './limits.ts'
import { MAX_NUMBER, readNumber } from './read-number.ts'
import type { NumberForm } from './read-number.ts'
import type { ReadValue } from './read-value.ts'

/** The currency of the workspace: its ISO 4217 code, and its number of decimals. */
export type Currency = { currency: string; currencyDecimals: number }

/** The currency, what its column tells of an amount, and whether it is rounded. */
export type MoneyForm = Currency & Pick<NumberForm, 'mark' | 'rounds'>

/** A currency at either end: a code, or a sign with letters before it (US$, R$). */
const CURRENCY = /^(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})\s*|\s*(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})$/gu

/** Reads a price into minor units of the currency of the workspace, up to the highest price. */
export function readPrice(text: string, form: MoneyForm): ReadValue<number> {
  const read = readMoney(text, form)
  if (read.reason === undefined && read.value > MAX_PRICE) {
    return { reason: `"${text.trim()}" is more than a price can be` }
  }
  return read
}

/**
 * Reads an amount as people write it into minor units of the currency of the workspace. Refuses an amount in another
 * currency, and one that could mean two.
 */
export function readMoney(text: string, { currency, currencyDecimals, ...column }: MoneyForm): ReadValue<number> {
  const own = narrowSign(currency)
  const read = readNumber(text, {
    ...column,
    decimals: currencyDecimals,
    noun: 'an amount',
    holder: currency,
    bare: (plain) => withoutEnds(plain, own).replaceAll(CURRENCY, ''),
  })
  if (read.reason !== undefined) return read
  return namesAnother(text, currency, own) ? { reason: `"${text.trim()}" is not in ${currency}` } : read
}

/** A bare number as an amount in the currency that its column names. */
export function inCurrency(text: string, currency: string | undefined): string {
  const isShort = text.length <= MAX_NUMBER
  return currency !== undefined && isShort && /^[\d.,\s'’+−-]*\d[\d.,\s'’−–-]*$/.test(text)
    ? `${text} ${currency}`
    : text
}

/** True for a price that can be read only if it is rounded to the decimals of the currency. */
export function needsRounding(text: string, form: MoneyForm): boolean {
  return (
    readPrice(text, { ...form, rounds: false }).reason !== undefined &&
    readPrice(text, { ...form, rounds: true }).reason === undefined
  )
}

/** Signs of letters, such as kr, stand before or after the amount. */
function withoutEnds(text: string, sign: string): string {
  if (text.startsWith(sign)) return text.slice(sign.length)
  return text.endsWith(sign) ? text.slice(0, -sign.length) : text
}

function namesAnother(text: string, currency: string, own: string): boolean {
  const plain = text.normalize('NFKC')
  const code = plain.match(/[A-Z]{3}/)?.[0]
  if (code !== undefined) return code !== currency
  const sign = plain.match(/\p{Sc}/u)?.[0]
  return sign !== undefined && !own.includes(sign)
}

const signs = new Map<string, string>()

/** `$` for every kind of dollar. */
function narrowSign(currency: string): string {
  const known = signs.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
  signs.set(currency, sign)
  return sign
}

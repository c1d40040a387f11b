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

/** Whether a text with an amount names another currency than that one. */
export function isOtherCurrency(text: string, currency: string): boolean {
  return text.length <= MAX_NUMBER && namesAnother(text, currency, narrowSign(currency))
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

/** 100% in basis points. */
export const WHOLE_BP = 10_000

/** A share of a price, rounded once, half up, to the minor unit. Exact up to a price of 10^11. */
export function shareOf(price: number, basisPoints: number): number {
  return Math.floor((price * basisPoints + WHOLE_BP / 2) / WHOLE_BP)
}

/** 1250 basis points as "12.5%". */
export function percent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** By how much a price changes, rounded half away from zero; null: there is nothing to compare with. Exact as above. */
export function changeInBp(before: number | null, after: number): number | null {
  if (before === null || before === 0) return null
  const size = Math.floor((2 * Math.abs(after - before) * WHOLE_BP + before) / (2 * before))
  return after < before && size > 0 ? -size : size
}

type PercentForm = { min?: number; max?: number } & Pick<NumberForm, 'mark'>

/**
 * Reads a percentage as people write it ("12.5", "12,5 %") into basis points: by default above 0, up to 100. The limits
 * are in basis points. A sign is read if `min` is below 0.
 */
export function readPercent(text: string, { min = 1, max = WHOLE_BP, mark }: PercentForm = {}): ReadValue<number> {
  const plain = text.normalize('NFKC').trim()
  const sign = min < 0 ? /^[-−‒–+]/.exec(plain)?.[0] : undefined
  const read = readNumber(sign === undefined ? text : plain.slice(1), {
    decimals: 2,
    noun: 'a percentage',
    holder: 'a percentage',
    // No percentage has thousands.
    mark: mark ?? (plain.includes('.') ? '.' : null),
    bare: (number) => number.replace(/%$/, ''),
  })
  if (read.reason !== undefined) return read
  const value = sign === undefined || sign === '+' || read.value === 0 ? read.value : -read.value
  if (value >= min && value <= max) return { value }
  const from = min === 1 ? 'above 0 and up' : `from ${min / 100}`
  return { reason: `"${text.trim()}" is not ${from} to ${max / 100}` }
}

import { MAX_PRICE } from './limits.ts'
import { parseAmount } from './parse-amount.ts'
import type { ParsedAmount } from './parse-amount.ts'

/** The currency of the workspace: its ISO 4217 code, and its number of decimals. */
export type Currency = { currency: string; currencyDecimals: number }

/** Reads a price into minor units of the currency of the workspace, up to the highest price. */
export function readPrice(text: string, currency: Currency): ParsedAmount {
  const read = readMoney(text, currency)
  if (read.reason === undefined && read.amount > MAX_PRICE) {
    return { reason: `"${text.trim()}" is more than a price can be` }
  }
  return read
}

/**
 * Reads an amount as people write it into minor units of the currency of the workspace. Files, pastes and fields of
 * pages all read by it: no text is one amount here and another there. Refuses an amount in another currency, and one
 * that could mean two.
 */
export function readMoney(text: string, { currency, currencyDecimals }: Currency): ParsedAmount {
  const own = narrowSign(currency)
  const parsed = parseAmount(withoutEnds(text.normalize('NFKC').trim(), own), currencyDecimals)
  if (parsed.reason !== undefined) return parsed
  if (namesAnother(text, currency, own)) return { reason: `"${text.trim()}" is not in ${currency}` }
  return parsed
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

/** `$` for every kind of dollar. */
function narrowSign(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
}

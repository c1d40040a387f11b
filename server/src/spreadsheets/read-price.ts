import { PRODUCT_LIMITS } from '@trade-catalogue/client'
import { parseAmount } from './parse-amount.ts'
import type { ParsedAmount } from './parse-amount.ts'

/** The currency of the workspace: its ISO 4217 code, and its number of decimals. */
export type Currency = { currency: string; currencyDecimals: number }

/** Parses a price into minor units of the currency of the workspace. Refuses a price in another currency. */
export function readPrice(text: string, { currency, currencyDecimals }: Currency): ParsedAmount {
  const parsed = parseAmount(text, currencyDecimals)
  if (parsed.reason !== undefined) return parsed
  if (namesAnother(text, currency)) return { reason: `"${text.trim()}" is not in ${currency}` }
  if (parsed.amount > PRODUCT_LIMITS.listPrice) return { reason: `"${text.trim()}" is more than a price can be` }
  return parsed
}

function namesAnother(text: string, currency: string): boolean {
  const plain = text.normalize('NFKC')
  const code = plain.match(/[A-Z]{3}/)?.[0]
  if (code !== undefined) return code !== currency
  const sign = plain.match(/\p{Sc}/u)?.[0]
  return sign !== undefined && !narrowSign(currency).includes(sign)
}

/** `$` for every kind of dollar. */
function narrowSign(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
}

/** What was read from a text: a whole number (null for a blank text), or what is wrong with it, for its field. */
export type Parsed = { value: number | null; problem?: undefined } | { problem: string; value?: undefined }

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
 * Reads an amount as people type or paste it ("1,234.50", "£1234.5", "1 234,50") into minor units. Where one mark could mean
 * thousands or decimals, it means decimals only if the currency has at least as many digits as follow it.
 */
export function parseMoney(text: string, currency: string): Parsed {
  const digits = decimalsOf(currency)
  const problem = `Write an amount such as ${moneyText(123_450 * 10 ** (digits - 2) < 1 ? 1234 : Math.round(1234.5 * 10 ** digits), currency)}.`
  const bare = text
    .replaceAll(currencySymbol(currency), '')
    .replace(new RegExp(currency, 'i'), '')
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
  if (bare === '') return text.trim() === '' ? { value: null } : { problem }
  if (!/^[\d.,]+$/.test(bare)) return { problem }
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const after = last === -1 ? '' : bare.slice(last + 1)
  const isDecimal = last !== -1 && bare.indexOf(bare[last]!) === last && after.length <= digits
  const [whole, decimals] = isDecimal ? [bare.slice(0, last), after] : [bare, '']
  if (!/^(\d+|\d{1,3}([.,])\d{3}(\2\d{3})*)?$/.test(whole) || whole + decimals === '') return { problem }
  const minor = Number((whole.replaceAll(/[.,]/g, '') || '0') + decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? { value: minor } : { problem: 'That amount is too large.' }
}

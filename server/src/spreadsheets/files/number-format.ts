/**
 * How a workbook shows a number: as it is, as a percentage, as a date, or with zeros in front up to a number of digits.
 */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'percent' }
  | { kind: 'date' }
  | { kind: 'zeros'; digits: number }

/** The numbers of the formats of dates and times that every workbook has. */
const DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** Characters of a format. Spreadsheets take no longer ones. */
const MAX_CODE = 255

/** Those of percentages. */
const PERCENTAGES = new Set([9, 10])

/** Made once: it takes longer to make than to use. */
const PLAIN = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 15 })

const DAY_MS = 86_400_000
/** Day 0 of a workbook, so that its day 61 is 1 March 1900; and that of old ones from a Mac. */
const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** A format by its number, and by its code where the workbook defines it itself. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined && PERCENTAGES.has(id)) return { kind: 'percent' }
  if (code === undefined) return { kind: DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : 'plain' }
  if (code.length > MAX_CODE) return { kind: 'plain' }
  const [positive = ''] = code.split(';')
  if (/^0{2,}$/.test(positive)) return { kind: 'zeros', digits: positive.length }
  // Texts in quotes, escaped characters and colours are no parts of a date.
  const bare = positive.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, '')
  if (bare.includes('%')) return { kind: 'percent' }
  return { kind: /[dmyhs]/i.test(bare) ? 'date' : 'plain' }
}

/** A number as a text that people would type: dates as 2027-01-05, 12.5% as such, no exponents, no binary fractions. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (format.kind === 'date') return dateText(value, is1904) ?? plain(raw, value)
  if (format.kind === 'percent') return `${plain('', value * 100)}%`
  const text = plain(raw, value)
  return format.kind === 'zeros' && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text
}

/** A spreadsheet shows 15 digits, and stores up to 17: 19.989999999999998 was typed as 19.99. */
function plain(raw: string, value: number): string {
  if (/^-?\d+$/.test(raw)) return raw
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? PLAIN.format(value) : text
}

function dateText(days: number, is1904: boolean): string | undefined {
  const time = new Date((is1904 ? EPOCH_1904 : EPOCH) + Math.round(days * DAY_MS))
  if (days < 0 || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) return undefined
  const text = time.toISOString()
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

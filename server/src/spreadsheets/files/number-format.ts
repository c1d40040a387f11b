import { format as show, getFormatInfo, tokenize } from 'numfmt'

/**
 * How a workbook shows a number. `shown`: what people see counts, as of an article number or a time. `plain`: its value
 * counts, with the currency that the format names in front of it or behind. `hides`: a format that shows some numbers
 * as nothing.
 */
export type NumberFormat =
  | { kind: 'plain'; currency: readonly [front: string, behind: string]; hides: string | null }
  | { kind: 'percent' }
  | { kind: 'date' }
  | { kind: 'shown'; code: string }

export const PLAIN: NumberFormat = { kind: 'plain', currency: ['', ''], hides: null }

/** The formats of every workbook, each behind the number from which on it is meant; blank ones are plain numbers. */
const BUILT_IN =
  `9 0%|11 |12 # ??/??|14 d|18 h:mm AM/PM|19 h:mm:ss AM/PM|20 h:mm|21 h:mm:ss|22 d|32 h:mm:ss|34 d|37 |45 mm:ss|
  46 [h]:mm:ss|47 mm:ss.0|48 |50 d|59 `.split('|')

/** Characters of a format. Spreadsheets take no longer ones. */
const MAX_CODE = 255
const CURRENCY = /^(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})$/u

/** Made once: it takes longer to make than to use. */
const WITHOUT_EXPONENT = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 15 })

const DAY_MS = 86_400_000
/** Day 0 of a workbook, so that its day 61 is 1 March 1900; and that of old ones from a Mac. */
const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** A format by its number, and by its code where the workbook defines it itself. */
export function numberFormat(id: number, own: string | undefined): NumberFormat {
  const code = own ?? BUILT_IN.findLast((entry) => Number.parseInt(entry) <= id)?.replace(/^\s*\d+ /, '') ?? ''
  if (code === '' || code.length > MAX_CODE) return PLAIN
  try {
    const { type, isDate, isPercent } = getFormatInfo(code)
    if (isPercent) return { kind: 'percent' }
    if (isDate && type !== 'time') return { kind: 'date' }
    const { isArticleNumber, currency, hidesZero } = shapeOf(code)
    if (type === 'time' || type === 'fraction' || isArticleNumber) return { kind: 'shown', code }
    return { kind: 'plain', currency, hides: hidesZero || /^;|;;|;$/.test(code) ? code : null }
  } catch {
    return PLAIN
  }
}

/**
 * What a format of numbers has besides digits. It is one of article numbers if several digits are always there, or if
 * text that is no currency stands between its digits, or in front of a whole number, or a sign behind one. Words behind
 * a number are its unit, which is left out.
 */
function shapeOf(code: string) {
  let [shape, sign] = ['', '']
  for (const { type, value } of tokenize(code)) {
    if (type === 'break') break
    if (/^(?:zero|hash|qmark|point|group)$/.test(type)) shape += value
    else if (type === 'general') shape += '0'
    else if (/^(?:locale|string|escaped|char|minus|plus)$/.test(type)) {
      const text = (type === 'locale' ? value.replace(/-[^-]*$/, '') : value).trim()
      if (CURRENCY.test(text)) [shape, sign] = [`${shape}$`, text]
      else if (text !== '') shape += /^\p{L}/u.test(text) ? 'w' : 's'
    }
  }
  const [whole = '', fraction] = shape.split('.', 2)
  const hasText = /[0#?][sw]+[0#?]/.test(whole) || (fraction === undefined && /^\$?[sw]|[0#]s/.test(whole))
  const currency = /^[^0#?]*\$/.test(shape) ? ([sign, ''] as const) : (['', ` ${sign}`.trimEnd()] as const)
  return {
    isArticleNumber: !whole.includes(',') && (/0.*0/.test(whole) || hasText),
    currency,
    hidesZero: !/[0?]/.test(shape),
  }
}

/**
 * A number as a text that people would type: dates as 2027-01-05, 12.5% as such, times and article numbers as they are
 * shown, no exponents, no binary fractions.
 */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (format.kind === 'shown') return shown(format.code, value) ?? plain(raw, value)
  if (format.kind === 'date') return dateText(value, is1904) ?? plain(raw, value)
  if (format.kind === 'percent') return `${plain('', value * 100)}%`
  if (format.hides !== null && shown(format.hides, value) === '') return ''
  const [front, behind] = format.currency
  return plain(raw, value).replace(/[\d.]+/, (digits) => `${front}${digits}${behind}`)
}

function shown(code: string, value: number): string | undefined {
  const text = show(code, value, { locale: 'en' }).trim()
  return text.startsWith('##') ? undefined : text
}

/** A spreadsheet shows 15 digits, and stores up to 17: 19.989999999999998 was typed as 19.99. */
function plain(raw: string, value: number): string {
  if (/^-?\d+$/.test(raw)) return raw
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? WITHOUT_EXPONENT.format(value) : text
}

function dateText(days: number, is1904: boolean): string | undefined {
  const time = new Date((is1904 ? EPOCH_1904 : EPOCH) + Math.round(days * DAY_MS))
  if (days < 0 || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) return undefined
  const text = time.toISOString()
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

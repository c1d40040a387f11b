import { format as show, getFormatInfo, tokenize } from 'numfmt'

/**
 * Makes a number a text that people would type: dates as 2027-01-05, 12.5% as such, times and article numbers as they
 * are shown, no exponents, no binary fractions. A currency that the format names stays.
 */
export type NumberFormat = (raw: string, value: number, is1904: boolean) => string

/** The formats of every workbook, each behind the number from which on it is meant; blank ones are plain numbers. */
const BUILT_IN =
  `9 0%|11 |12 # ??/??|14 d|18 h:mm AM/PM|19 h:mm:ss AM/PM|20 h:mm|21 h:mm:ss|22 d|32 h:mm:ss|34 d|37 |45 mm:ss|
  46 [h]:mm:ss|47 mm:ss.0|48 |50 d|59 `.split('|')

/** Characters of a format. Spreadsheets take no longer ones. */
const MAX_CODE = 255
const CURRENCY = /^(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})$/u

/** Made once: it takes longer to make than to use. */
const WITHOUT_EXPONENT = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 15 })

/** A format by its number, and by its code where the workbook defines it itself. */
export function numberFormat(id: number, own: string | undefined): NumberFormat {
  const code = own ?? BUILT_IN.findLast((entry) => Number.parseInt(entry) <= id)?.replace(/^\s*\d+ /, '') ?? ''
  if (code === '' || code.length > MAX_CODE) return plain
  try {
    const { type, isDate, isPercent } = getFormatInfo(code)
    if (isPercent) return (_, value) => `${plain('', value * 100)}%`
    if (isDate && type !== 'time') return date
    const { isArticleNumber, currency, hidesZero } = shapeOf(code)
    if (type === 'time' || type === 'fraction' || isArticleNumber)
      return (raw, value) => shown(code, value) ?? plain(raw, value)
    const hides = hidesZero || /^;|;;|;$/.test(code)
    return (raw, value) => (hides && shown(code, value) === '' ? '' : plain(raw, value).replace(/[\d.]+/, currency))
  } catch {
    return plain
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
  const isInFront = /^[^0#?]*\$/.test(shape)
  return {
    isArticleNumber: !whole.includes(',') && (/0.*0/.test(whole) || hasText),
    currency: (digits: string) => (isInFront ? sign + digits : `${digits} ${sign}`.trimEnd()),
    hidesZero: !/[0?]/.test(shape),
  }
}

/** Undefined for what the format cannot show. */
function shown(code: string, value: number): string | undefined {
  const text = show(code, value, { locale: 'en', leap1900: false }).trim()
  return text.startsWith('##') ? undefined : text
}

/** A spreadsheet shows 15 digits, and stores up to 17: 19.989999999999998 was typed as 19.99. */
export function plain(raw: string, value: number): string {
  if (/^-?\d+$/.test(raw)) return raw
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? WITHOUT_EXPONENT.format(value) : text
}

/** Day 61 of a workbook is 1 March 1900; an old one from a Mac begins in 1904. */
function date(raw: string, days: number, is1904: boolean): string {
  const time = new Date((is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)) + Math.round(days * 86_400) * 1_000)
  if (days < 0 || !(time.getUTCFullYear() <= 9999)) return plain(raw, days)
  return time
    .toISOString()
    .slice(0, Number.isInteger(days) ? 10 : 19)
    .replace('T', ' ')
}

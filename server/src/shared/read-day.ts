import { visibleText } from './invisible.ts'
import type { ReadValue } from './read-value.ts'

export type DayOrder = 'day first' | 'month first'

/** The first or the last moment of a day, behind it: spreadsheets and ERPs write one. */
const WHOLE_DAY = /[T ](?:0?0:00(?::00(?:\.0+)?)?|23:59(?::59(?:\.9+)?)?|12:00(?::00)? ?AM|11:59(?::59)? ?PM)Z?$/i
/** 2027-01-05, 2027/1/5 or 20270105. */
const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/
/** 5/1/2027, 05.01.2027, 5-1-27. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
/** 5 Jan 2027, 5-Jan-27. */
const NAMED_MONTH = /^(\d{1,2})[-\s]([a-z]{3})[a-z]*\.?[-\s](\d{4}|\d{2})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export function looksLikeDay(text: string): boolean {
  return [YEAR_FIRST, YEAR_LAST, NAMED_MONTH].some((form) => form.test(plain(text)))
}

/**
 * Looks at the days of columns, one by one. `decided` says which comes first in days such as 05/01/2027, with a day
 * that can be read in one way only; undefined if there is none, and null if such days contradict each other.
 */
export function watchDayOrder(): {
  see: (text: string) => void
  decided: () => { order: DayOrder; example: string } | null | undefined
} {
  const proofs = new Map<DayOrder, string>()
  return {
    see: (text) => {
      const order = provenOrder(text)
      if (order && !proofs.has(order)) proofs.set(order, text.trim())
    },
    decided: () => {
      const [proof, ...others] = proofs
      return proof && (others.length === 0 ? { order: proof[0], example: proof[1] } : null)
    },
  }
}

function provenOrder(text: string): DayOrder | null {
  const [, first, , second] = YEAR_LAST.exec(plain(text)) ?? []
  if (Number(first) > 12) return 'day first'
  return Number(second) > 12 ? 'month first' : null
}

/** Which comes first where no day of a text or file tells it. */
export function dayOrderByDefault(currency: string): DayOrder {
  return currency === 'USD' ? 'month first' : 'day first'
}

/**
 * Reads a day as spreadsheets and people write it: 2027-01-05, 5 Jan 2027, 31/12/2027. If the order is null, a day such
 * as 05/01/2027 is refused, as it could mean two.
 */
export function readDay(text: string, order: DayOrder | null): ReadValue<string> {
  const possible = [...new Set(possibleDays(plain(text), order ?? provenOrder(text)))]
  const days = possible.filter(isDay)
  if (days.length === 1) return { value: days[0]! }
  if (days.length === 0) return { reason: `"${text.trim()}" ${whyNoDay(plain(text), possible)}` }
  return { reason: `"${text.trim()}" could mean two dates: write it as ${days.join(' or ')}` }
}

function whyNoDay(text: string, possible: readonly string[]): string {
  if (possible.some((day) => day > '9998')) return 'is after 9998'
  if (possible.some((day) => day < '1970-01-02' && isDay(day.replace(/^..../, '2000')))) return 'is before 1970'
  return /\d:\d\d/.test(text) ? 'has a time of day: write it as 2027-01-05' : 'is not a date: write it as 2027-01-05'
}

/** Whether a day stands for "without end", as ERPs have it: the last year that they write, or a day of zeros. */
export function isEndless(text: string): boolean {
  return possibleDays(plain(text), null).some((day) => day.startsWith('9999-') || day === '0000-00-00')
}

/** Whether a day stands for "always": one from before computers counted days. */
export function isLongAgo(text: string): boolean {
  return possibleDays(plain(text), null).every((day) => day < '1970-01-02') && looksLikeDay(text)
}

function possibleDays(text: string, order: DayOrder | null): string[] {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return [join(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!)]
  const named = NAMED_MONTH.exec(text)
  if (named) return [join(named[3]!, String(MONTHS.indexOf(named[2]!.toLowerCase()) + 1), named[1]!)]
  const yearLast = YEAR_LAST.exec(text)
  if (!yearLast) return []
  const [, first, , second, year] = yearLast as unknown as [string, string, string, string, string]
  return [
    ...(order === 'month first' ? [] : [join(year, second, first)]),
    ...(order === 'day first' ? [] : [join(year, first, second)]),
  ]
}

/** Digits of every width, without space around them, and without the moments that a day begins and ends with. */
function plain(text: string): string {
  return text.length > 40 ? '' : visibleText(text.normalize('NFKC')).replace(WHOLE_DAY, '')
}

/** A year of two digits is in this century. */
function join(year: string, month: string, day: string): string {
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** True for a day of the calendar, from 1970 to 9998: 2027-01-05. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '1970-01-02' || text > '9998-12-31') return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** True for a time of day: 06:00. */
export function isTime(text: string): boolean {
  return TIME.test(text)
}

type Place = { name: string; lines: string[]; postcode: string | null; city: string | null; country: string | null }

/** An address on one line. */
export function addressInWords({ name, ...place }: Place): string {
  return `${name}, ${streetInWords(place)}`
}

/** Postcodes that are written after the town: those of Britain, Ireland and Canada begin with letters and a digit. */
const AFTER_TOWN = /^[A-Z]{1,2}\d/i

/** The same without its name. */
export function streetInWords(place: Omit<Place, 'name'>): string {
  return streetLines(place).join(', ')
}

/** The same as on an envelope. */
export function streetLines({ lines, postcode, city, country }: Omit<Place, 'name'>): string[] {
  const town = postcode && AFTER_TOWN.test(postcode) ? [city, postcode] : [postcode, city]
  return [...lines, town.filter(Boolean).join(' '), country ?? ''].filter((line) => line !== '')
}

/** A day, 2026-12-01, as "Tuesday, 1 December 2026". */
export function dayInWords(day: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', options)
}

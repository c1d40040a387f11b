import { isDay } from '../rules/day-and-time.ts'

/** A day, or the reason why the text is none. */
export type ReadDay = { day: string; reason?: never } | { day?: never; reason: string }
export type DayOrder = 'day first' | 'month first'

/** 2027-01-05, 2027/1/5 or 20270105; an hour behind it, as spreadsheets write one, is left out. */
const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[T ]0?0:00(?::00(?:\.0+)?)?)?$/
/** 5/1/2027, 05.01.2027, 5-1-27. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
/** 5 Jan 2027, 5-Jan-27. */
const NAMED_MONTH = /^(\d{1,2})[-\s]([a-z]{3})[a-z]*\.?[-\s](\d{4}|\d{2})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export function looksLikeDay(text: string): boolean {
  return [YEAR_FIRST, YEAR_LAST, NAMED_MONTH].some((form) => form.test(text))
}

/**
 * Which comes first in days such as 05/01/2027, told by those that can be read in one way only; null if there are none.
 */
export function dayOrderTold(texts: readonly string[]): DayOrder | null {
  for (const text of texts) {
    const [, first, , second] = YEAR_LAST.exec(text) ?? []
    if (Number(first) > 12) return 'day first'
    if (Number(second) > 12) return 'month first'
  }
  return null
}

/** Which comes first where no day of a text or file tells it. */
export function dayOrderByDefault(currency: string): DayOrder {
  return currency === 'USD' ? 'month first' : 'day first'
}

/** Reads a day as spreadsheets and people write it. */
export function readDay(text: string, order: DayOrder): ReadDay {
  const day = assemble(text, order)
  return day !== null && isDay(day) ? { day } : { reason: `"${text}" is not a date: write it as 2027-01-05` }
}

function assemble(text: string, order: DayOrder): string | null {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return join(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!)
  const named = NAMED_MONTH.exec(text)
  if (named) return join(named[3]!, String(MONTHS.indexOf(named[2]!.toLowerCase()) + 1), named[1]!)
  const yearLast = YEAR_LAST.exec(text)
  if (!yearLast) return null
  const [, first, , second, year] = yearLast as unknown as string[]
  return order === 'day first' ? join(year!, second!, first!) : join(year!, first!, second!)
}

/** A year of two digits is in this century. */
function join(year: string, month: string, day: string): string {
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

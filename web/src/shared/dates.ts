import { createContext } from 'react'
import type { DayOrder } from '../../../server/src/shared/read-day.ts'

/** Which comes first in days such as 05/01/2027, of the workspace that is shown. */
export const DayOrderContext = createContext<DayOrder>('day first')

/** A day, `2027-01-05`, as people of that order write it: "05/01/2027". */
export function writtenDay(day: string, order: DayOrder): string {
  const [year, month, date] = day.split('-')
  return [...(order === 'month first' ? [month, date] : [date, month]), year].join('/')
}

/** A day, `2027-01-05`, with its weekday: "Tue 5 Jan". */
export function formatWeekday(day: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return formatIn('UTC', 'weekday', options).format(new Date(day)).replace(',', '')
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(
  timeZone: string | undefined,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${timeZone} ${name}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })))
  return format
}

/** An instant as a day in a time zone, by default the browser's: "5 Jan 2027". */
export function formatDate(instant: string | Date, timeZone?: string): string {
  return formatIn(timeZone, 'date', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant))
}

/** The same with the time: "5 Jan 2027, 06:00". */
export function formatDateTime(instant: string | Date, timeZone?: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return formatIn(timeZone, 'time', options).format(new Date(instant))
}

/** Units of time in seconds, the longest first. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const
const MONTH = 30 * 86_400

/** How long ago, or how far ahead: "3 min ago", "in 2 d". What is a month away or more is told by its day. */
export function formatAgo(instant: string | Date, timeZone?: string, now: Date = new Date()): string {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance >= MONTH) return formatDate(instant, timeZone)
  const unit = UNITS.find(([, length]) => distance >= length)
  if (!unit) return 'just now'
  const told = `${Math.floor(distance / unit[1])} ${unit[0]}`
  return seconds < 0 ? `${told} ago` : `in ${told}`
}

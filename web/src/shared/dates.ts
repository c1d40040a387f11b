const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${name}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })))
  return format
}

/** An instant as a day in a time zone: "5 Jan 2027". */
export function formatDate(instant: string | Date, timeZone: string): string {
  return formatIn(timeZone, 'date', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant))
}

/** An instant as a day and time in a time zone: "5 Jan 2027, 06:00". */
export function formatDateTime(instant: string | Date, timeZone: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return formatIn(timeZone, 'time', options).format(new Date(instant))
}

/** How long ago: "3 minutes ago", "in 2 days"; days and more are counted roughly. */
export function formatAgo(instant: string | Date, now: Date = new Date()): string {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000)
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['year', 31_557_600],
    ['month', 2_629_800],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ]
  const [unit, size] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? ['second' as const, 1]
  return unit === 'second' ? 'just now' : format.format(Math.round(seconds / size), unit)
}

/** The day and time of an instant as they are typed: `{ date: "2027-01-05", time: "06:00" }`. */
export function toLocal(instant: string | Date, timeZone: string): { date: string; time: string } {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  const parts = formatIn(timeZone, 'parts', options).formatToParts(new Date(instant))
  const part = (type: string) => parts.find((found) => found.type === type)!.value
  return { date: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}

/** Whether a text is a day that exists, as `2027-01-05`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}

/** Whether a text is a time of day, as `06:00`. */
export function isTime(text: string): boolean {
  return TIME.test(text)
}

/**
 * The instant of a day and time in a time zone. Where clocks go forward, a time that is left out moves to after the gap (`note` `skipped`); where they go
 * back, the first of the two is meant (`repeated`). The texts must pass `isDay` and `isTime`.
 */
export function toInstant(
  date: string,
  time: string,
  timeZone: string,
): { instant: Date; note: 'skipped' | 'repeated' | null } {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  // What the clock's distance from UTC is around that time: the same twice, but for a day when it changes.
  const [before, after] = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => offsetAt(at, timeZone)) as [
    number,
    number,
  ]
  const candidates = [...new Set([asUtc - before, asUtc - after])].toSorted((a, b) => a - b)
  const exact = candidates.filter((at) => at + offsetAt(at, timeZone) === asUtc)
  if (exact.length === 0) return { instant: new Date(asUtc - before), note: 'skipped' }
  return { instant: new Date(exact[0]!), note: exact.length > 1 ? 'repeated' : null }
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const { date, time } = toLocal(new Date(at), timeZone)
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000
}

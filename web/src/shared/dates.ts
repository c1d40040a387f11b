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

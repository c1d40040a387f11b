/** The day of a moment in a time zone, as mails, PDFs and pages write it: "5 January 2027". A day as text is in UTC. */
export function dateInWords(at: Date | string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(new Date(at))
}

/** A moment that is further ahead is told with its year, in milliseconds. */
const OF_THIS_YEAR_MS = 300 * 86_400_000

/** A moment from which something holds: "1 January"; "14:00 on 1 January" where it is not the start of a day. */
export function startInWords(at: Date, timeZone: string, now = new Date()): string {
  const time = timeOf(at, timeZone)
  const day = dayInWords(at, timeZone, now)
  return time === '00:00' ? day : `${time} on ${day}`
}

/** Until when there is time before such a moment: "by 31 December", "before 14:00 on 1 January". */
export function deadlineInWords(at: Date, timeZone: string, now = new Date()): string {
  if (timeOf(at, timeZone) !== '00:00') return `before ${startInWords(at, timeZone, now)}`
  return `by ${dayInWords(new Date(at.getTime() - 1), timeZone, now)}`
}

function timeOf(at: Date, timeZone: string): string {
  const time = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', time).format(at)
}

function dayInWords(at: Date, timeZone: string, now: Date): string {
  const isFar = at.getTime() - now.getTime() > OF_THIS_YEAR_MS
  const year = isFar ? 'numeric' : undefined
  return new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year }).format(at)
}

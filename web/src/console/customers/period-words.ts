import { formatDate } from '../../shared/dates.ts'

/** A day such as 2027-01-05 as "5 Jan 2027"; undefined for none. */
export function writtenDay(day: string | null): string | undefined {
  return day === null ? undefined : formatDate(`${day}T12:00:00Z`, 'UTC')
}

/** "from 5 Jan 2027 to 31 Dec 2027", "until 31 Dec 2027", or "at all times". Both days are part of it. */
export function periodWords({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }): string {
  const [start, end] = [writtenDay(startsOn), writtenDay(endsOn)]
  if (start && end) return `from ${start} to ${end}`
  if (start) return `from ${start} on`
  return end ? `until ${end}` : 'at all times'
}

/** The day before, as typed. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

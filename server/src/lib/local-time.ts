/** A place on a clock that is no time, or two times. */
export type ClockChange = {
  kind: 'skipped' | 'repeated'
  /** The two times that the local time can mean: with the offset before the change, and with the one after it. */
  choices: [LocalTime, LocalTime]
}

/** A time, as a clock in the time zone shows it: `date` 2027-03-28, `time` 02:30, `offset` from UTC +01:00. */
export type LocalTime = ReturnType<typeof shown>

/**
 * The time that a local date (2027-03-28) and time (02:30) mean in a time zone. Where the clocks go forward, a time may
 * not exist; where they go back, it exists twice: then the answer says so, and has both readings. Throws a RangeError
 * for a date or time that no calendar has.
 */
export function readLocalTime(timezone: string, date: string, time: string): LocalTime | ClockChange {
  const local = Temporal.PlainDate.from(date, { overflow: 'reject' }).toPlainDateTime(Temporal.PlainTime.from(time))
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timezone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  if (earlier.epochMilliseconds === later.epochMilliseconds) return shown(earlier)
  const repeated = earlier.toPlainDateTime().equals(local)
  return { kind: repeated ? 'repeated' : 'skipped', choices: [shown(earlier), shown(later)] }
}

/** A time, as a clock in the time zone shows it. */
export function localTime(timezone: string, at: Date): LocalTime {
  return shown(Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone))
}

function shown(zoned: Temporal.ZonedDateTime) {
  return {
    at: new Date(zoned.epochMilliseconds),
    date: zoned.toPlainDate().toString(),
    time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }),
    offset: zoned.offset,
  }
}

/** Days of a time zone, as text: 2027-01-05. Daylight saving time and days without a midnight are taken care of. */

/** The moment at which a day begins. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The day to which a moment belongs. */
export function dayOf(at: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

const SECONDS = '2026-12-04 00:00:00'.length
const MILLISECONDS = '2026-12-04 00:00:00.000'.length

/** A time as JSON has it, from what Postgres writes for one without a zone, which is in UTC: 2026-12-04 00:00:00.5 */
export function isoTime(timestamp: string): string {
  const whole = timestamp.length === SECONDS ? `${timestamp}.` : timestamp
  return `${whole.slice(0, 10)}T${whole.slice(11, MILLISECONDS).padEnd(MILLISECONDS - 11, '0')}Z`
}

/** The same from a time inside JSON that Postgres has written: with its zone. */
export function isoInstant<T extends string | null>(time: T): T | string {
  return time === null ? time : new Date(time).toISOString()
}

/** Days of a time zone, as text: 2027-01-05. Daylight saving time and days without a midnight are taken care of. */

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** True for a day of the calendar, from 1970 to 9998. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '1970-01-02' || text > '9998-12-31') return false
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

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

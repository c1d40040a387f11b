const DAY_MS = 86_400_000
/** Days ahead whose end is within the two years that a price can be asked for. */
export const DAYS_AHEAD = 2 * 365 - 1

/** The day of a moment in a time zone, as a number: days since 1970. */
export function dayNumber(at: Date, timeZone: string): number {
  // Sweden writes a day as 2027-01-05.
  return numberOfDay(new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at))
}

/** The number of a day such as 2027-01-05. */
export function numberOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

/** The day of a number: 2027-01-05. */
export function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

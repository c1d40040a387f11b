/** The time at which a day, such as `2027-01-05`, begins in a time zone. `later` days after it. */
export function startOfDay(day: string, timezone: string, later = 0): Date {
  const start = Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(timezone)
  return new Date(start.epochMilliseconds)
}

/** A time of day in UTC, so many days before the sample is made; days to come are negative. */
export type Moment = readonly [daysAgo: number, timeOfDay: `${number}:${number}`]

/** When a moment of the sample is, as seen from now. */
export function timeOf([daysAgo, timeOfDay]: Moment, now: Date): Date {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() - daysAgo)
  return new Date(`${day.toISOString().slice(0, 10)}T${timeOfDay}:00.000Z`)
}

/** A time of day in UTC, that many days before the sample is created. Future days are negative. */
export type Moment = readonly [daysAgo: number, timeOfDay: `${number}:${number}`]

/** The date of a moment, if the sample is created now. */
export function timeOf([daysAgo, timeOfDay]: Moment, now: Date): Date {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() - daysAgo)
  return new Date(`${day.toISOString().slice(0, 10)}T${timeOfDay}:00.000Z`)
}

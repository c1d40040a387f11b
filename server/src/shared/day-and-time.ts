const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** True for a day of the calendar, from 1970 to 9998: 2027-01-05. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '1970-01-02' || text > '9998-12-31') return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** True for a time of day: 06:00. */
export function isTime(text: string): boolean {
  return TIME.test(text)
}

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

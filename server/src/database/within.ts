import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * How far the clocks of processes may be apart, in milliseconds. A time that is further ahead was stored while a clock
 * was wrong, and counts for nothing: else all would wait until that time has come.
 */
const SKEW_MS = 5 * 60_000

/** Whether a stored time is less than `ms` milliseconds ago. */
export function isWithin(at: Date, ms: number, now: Date): boolean {
  const ago = now.getTime() - at.getTime()
  return ago < ms && ago >= -SKEW_MS
}

/** SQL: the same; null for null. */
export function within(at: RawBuilder<unknown>, ms: number, now: Date): RawBuilder<boolean> {
  return sql`(${at} > ${new Date(now.getTime() - ms)}::timestamptz and ${at} <= ${new Date(now.getTime() + SKEW_MS)}::timestamptz)`
}

/** SQL: whether a time is still to come, and was set to `ms` milliseconds ahead at most; null for null. */
export function isAhead(at: RawBuilder<unknown>, ms: number, now: Date): RawBuilder<boolean> {
  return sql`(${at} > ${now}::timestamptz and ${at} <= ${new Date(now.getTime() + ms + SKEW_MS)}::timestamptz)`
}

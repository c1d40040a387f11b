import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Rows as one parameter, for bulk writes: `insert … select … from ${rowset(rows, 'id uuid')}`. They are sent as JSON
 * text, which both drivers leave unchanged.
 */
export function rowset(rows: readonly object[], columns: string, name = 'row'): RawBuilder<unknown> {
  return jsonRowset(JSON.stringify(rows), columns, name)
}

/** The same for rows as raw JSON. */
export function jsonRowset(rows: string, columns: string, name = 'row'): RawBuilder<unknown> {
  return sql`json_to_recordset(${rows}::json) as ${sql.raw(name)}(${sql.raw(columns)})`
}

/** Ids as rows, to look each of them up: `from ${askedIds(ids)} cross join lateral (… where id = asked.id limit 1)`. */
export function askedIds(ids: readonly string[]): RawBuilder<unknown> {
  const rows = ids.map((id) => ({ id }))
  return rowset(rows, 'id uuid', 'asked')
}

/** The same for texts in the form in which they are matched. */
export function askedKeys(keys: Iterable<string>): RawBuilder<unknown> {
  const rows = Array.from(keys, (key) => ({ key }))
  return rowset(rows, 'key text', 'asked')
}

/** Characters of the JSON of one statement. The driver copies a statement several times, without a pause. */
const MAX_BATCH = 150_000

/** Rows as raw JSON lists, for the `jsonRowset` of one statement each. Only large rows need more than one list. */
export async function* jsonBatches(rows: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let batch: string[] = []
  let length = 0
  for await (const row of rows) {
    if (batch.length > 0 && length + row.length > MAX_BATCH) {
      yield `[${batch.join(',')}]`
      batch = []
      length = 0
    }
    batch.push(row)
    length += row.length
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`
}

/** A list of strings as one parameter, for `column = any(…)`. */
export function textArray(values: readonly string[]): RawBuilder<string[]> {
  return sql`array(select json_array_elements_text(${JSON.stringify(values)}::json))`
}

/** The same for ids: `id = any(…)` looks each of them up by the index of the key. */
export function uuidArray(ids: readonly string[]): RawBuilder<string[]> {
  return sql`${textArray(ids)}::uuid[]`
}

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

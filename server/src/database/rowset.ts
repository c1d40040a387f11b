import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Rows as one parameter, for bulk writes: `insert … select … from ${rowset(rows, 'id uuid')}`. They are sent as JSON text, which
 * both drivers leave unchanged.
 */
export function rowset(rows: readonly object[], columns: string, name = 'row'): RawBuilder<unknown> {
  return jsonRowset(JSON.stringify(rows), columns, name)
}

/** The same for rows as raw JSON. */
export function jsonRowset(rows: string, columns: string, name = 'row'): RawBuilder<unknown> {
  return sql`json_to_recordset(${rows}::json) as ${sql.raw(name)}(${sql.raw(columns)})`
}

/** A list of strings as one parameter, for `column = any(…)`. */
export function textArray(values: readonly string[]): RawBuilder<string[]> {
  return sql`array(select json_array_elements_text(${JSON.stringify(values)}::json))`
}

import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Database } from './tables.ts'

/** A row as it came over the wire: each value the bytes of its text in UTF-8, or null, in the order of the columns. */
export type BytesRow = (Buffer | null)[]

/** What a connection is asked for: rows of values by name, unless bytes are wanted. */
export type Query = CompiledQuery & { inBytes?: boolean }

/** Runs a read whose values are mostly passed on: what is not looked at is not decoded, and need not be encoded again. */
export async function readBytes(db: Database, statement: RawBuilder<unknown>): Promise<BytesRow[]> {
  const query: Query = { ...statement.compile(db), inBytes: true }
  const { rows } = await db.executeQuery(query)
  return rows as BytesRow[]
}

import { sql } from 'kysely'
import type { Database } from './tables.ts'
import { migrateWithin } from './migrate.ts'

/**
 * Creates a shadow schema of that name, with the empty tables of the schema of number `upTo`, and puts it first in the
 * search path of the open transaction. Returns the name of the current schema.
 */
export async function createShadowSchema(db: Database, name: string, upTo: number): Promise<string> {
  const { rows } = await sql<{ present: string }>`select current_schema() as present`.execute(db)
  await sql`create schema ${sql.id(name)}`.execute(db)
  await sql`select set_config('search_path', ${`"${name}", `} || current_setting('search_path'), true)`.execute(db)
  await migrateWithin(db, { after: 0, upTo })
  return rows[0]!.present
}

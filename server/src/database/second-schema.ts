import { sql } from 'kysely'
import type { Database } from './tables.ts'
import { migrateWithin } from './migrate.ts'

/**
 * Makes a schema of that name beside the present one, with the empty tables of the migrations up to `upTo`, and lets the
 * open transaction find those first. Returns the name of the present one.
 */
export async function makeSecondSchema(db: Database, name: string, upTo: number): Promise<string> {
  const { rows } = await sql<{ present: string }>`select current_schema() as present`.execute(db)
  await sql`create schema ${sql.id(name)}`.execute(db)
  await sql`select set_config('search_path', ${`"${name}", `} || current_setting('search_path'), true)`.execute(db)
  await migrateWithin(db, { after: 0, upTo })
  return rows[0]!.present
}

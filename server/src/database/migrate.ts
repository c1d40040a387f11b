import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { isDistributed } from './cluster.ts'
import { distributeTables } from './distribute-tables.ts'
import type { Database } from './tables.ts'
import { OperatorError } from '../errors.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** The database, and a function that runs a script of several statements as one transaction. */
type Migrated = { db: Database; runScript: (sql: string) => Promise<void> }

type Migration = { number: number; name: string }

/**
 * Runs the migrations that the database has not had yet, each in its own transaction.
 *
 * A migration first inserts its number into schema_migration. Where two processes start at once, the second one waits
 * for the first there, fails on the primary key, and finds the migration done. On a cluster, the tables that they add are
 * distributed. Throws an OperatorError, without any change, where the database is newer than this code, or from before
 * the first release.
 */
export async function migrate(store: Migrated): Promise<void> {
  const found = await schemaNumber(store)
  if (found > newestSchema()) {
    throw new OperatorError(
      `The database is at schema ${found}, and this version knows ${newestSchema()}: start the newer version that upgraded it.`,
    )
  }
  for (const migration of knownMigrations()) {
    if (migration.number <= found) continue
    try {
      await store.runScript(script(migration))
    } catch (error) {
      if ((await schemaNumber(store)) >= migration.number) continue
      throw new OperatorError(`Migration ${migration.name} failed: ${(error as Error).message}`)
    }
  }
  if (await isDistributed(store.db)) await distributeTables(store)
}

/**
 * Runs the migrations above `after`, up to `upTo`, in the open transaction and in the first schema of its search path.
 */
export async function migrateWithin(db: Database, { after, upTo }: { after: number; upTo: number }): Promise<void> {
  for (const migration of knownMigrations()) {
    if (migration.number <= after || migration.number > upTo) continue
    // Only one statement can be prepared, and a DO block is one statement.
    await sql.raw(`do $block$ begin execute $script$ ${script(migration)} $script$; end $block$`).execute(db)
  }
}

/** The number of the schema that this version works with. */
export function newestSchema(): number {
  return knownMigrations().at(-1)?.number ?? 0
}

/**
 * The number of the schema that the database has; 0 where it has none. Throws an OperatorError where the database is
 * from before the first release: its migrations were others.
 */
export async function schemaNumber({ db }: Pick<Migrated, 'db'>): Promise<number> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('schema_migration') is not null as known`.execute(
    db,
  )
  if (!rows[0]?.known) return 0
  const applied = await db.selectFrom('schema_migration').select(['number', 'name']).orderBy('number').execute()
  if (applied[0] && applied[0].name !== knownMigrations()[0]!.name) {
    throw new OperatorError(
      'The database is from before the first release, and cannot be upgraded: export its data with the version that made it, and start on an empty database.',
    )
  }
  return applied.at(-1)?.number ?? 0
}

function knownMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ number: Number.parseInt(file, 10), name: file.replace('.sql', '') }))
}

function script({ number, name }: Migration): string {
  const statements = readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')
  return `
    -- Waits for another process that migrates, however long that takes.
    set local lock_timeout = 0;
    create table if not exists schema_migration (number integer primary key, name text not null, applied_at timestamptz not null);
    insert into schema_migration (number, name, applied_at) values (${number}, '${name}', now());
    ${statements}`
}

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

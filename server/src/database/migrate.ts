import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { OperatorError } from '../errors.ts'
import type { Store } from './open.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

type Migration = { number: number; name: string }

/**
 * Runs the migrations that the database has not had yet, each in a transaction of its own.
 *
 * A migration begins by writing its number into schema_migration: of two processes that start at once, the second
 * waits there for the first, fails on the primary key, and finds the work done.
 * Throws an OperatorError, before anything is touched, on a database that is newer than this code.
 */
export async function migrate(store: Pick<Store, 'db' | 'runScript'>): Promise<void> {
  const known = knownMigrations()
  const applied = await appliedNumbers(store)
  refuseNewer(applied)
  for (const migration of known) {
    if (applied.includes(migration.number)) continue
    try {
      await store.runScript(script(migration))
    } catch (error) {
      if ((await appliedNumbers(store)).includes(migration.number)) continue
      throw new OperatorError(`Migration ${migration.name} failed: ${(error as Error).message}`)
    }
  }
}

/** The number of the schema that this code works with. */
export function newestKnown(): number {
  return knownMigrations().at(-1)?.number ?? 0
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
    -- A start that meets another one waits for as long as that takes.
    set local lock_timeout = 0;
    create table if not exists schema_migration (number integer primary key, name text not null, applied_at timestamptz not null);
    insert into schema_migration (number, name, applied_at) values (${number}, '${name}', now());
    ${statements}`
}

async function appliedNumbers({ db }: Pick<Store, 'db'>): Promise<number[]> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('schema_migration') is not null as known`.execute(
    db,
  )
  if (!rows[0]?.known) return []
  const applied = await db.selectFrom('schema_migration').select('number').execute()
  return applied.map((row) => row.number)
}

function refuseNewer(applied: number[]): void {
  const newest = newestKnown()
  const found = Math.max(0, ...applied)
  if (found > newest) {
    throw new OperatorError(
      `The database is at schema ${found}, and this version knows ${newest}: start the newer version that upgraded it.`,
    )
  }
}

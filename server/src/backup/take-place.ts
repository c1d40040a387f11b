import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { OperatorError } from '../errors.ts'

/** Shorter than `deadlock_timeout`: the restore gives way before the server ends either side of a deadlock. */
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 500
/** How long to try, in milliseconds: a transaction that reads or writes much holds its tables until it ends. */
const PATIENCE_MS = 120_000

/** SQLSTATEs of a lock that was not to be had. */
const NOT_LOCKED = new Set(['55P03', '40P01'])

/** Between which schemas: the tables of one take the place of those that the other has. */
type Move = { from: string; to: string }

/** Waits for what is under way in the present tables to end, and keeps others out of them until the transaction ends. */
export async function holdPresentTables(db: Database, { from, to }: Move): Promise<void> {
  const tables = (await objectsOf(db, 'table', from)).map((name) => `${quoted(to)}.${name}`).join(', ')
  for (const giveUp = Date.now() + PATIENCE_MS; ; await setTimeout(PAUSE_MS)) {
    await sql`savepoint unheld`.execute(db)
    try {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
      await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(db)
      await sql`set local lock_timeout = 0`.execute(db)
      return
    } catch (error) {
      if (!NOT_LOCKED.has((error as { code?: string }).code ?? '')) throw error
      await sql`rollback to savepoint unheld`.execute(db)
      if (Date.now() > giveUp) {
        throw new OperatorError('Something has been at work in the database for too long, and nothing is restored.')
      }
    }
  }
}

/** Drops what the one schema has of the other's, and moves that there. */
export async function takePlace(db: Database, { from, to }: Move): Promise<void> {
  // In this order, because tables need functions, and those types.
  for (const kind of ['table', 'function', 'type'] as const) {
    const objects = await objectsOf(db, kind, from)
    if (objects.length === 0) continue
    const there = objects.map((name) => `${quoted(to)}.${name}`)
    await sql.raw(`drop ${kind} if exists ${there.join(', ')}`).execute(db)
    for (const name of objects) {
      await sql.raw(`alter ${kind} ${quoted(from)}.${name} set schema ${quoted(to)}`).execute(db)
    }
  }
  await sql`drop schema ${sql.id(from)}`.execute(db)
}

const OBJECTS = {
  table: sql`select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = `,
  function: sql`
    select format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) as name from pg_proc where pronamespace = `,
  type: sql`
    select quote_ident(t.typname) as name from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c'
    where t.typnamespace = `,
}

/** The names of what there is in a schema, as a statement has them. */
async function objectsOf(db: Database, kind: keyof typeof OBJECTS, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    ${OBJECTS[kind]} (select oid from pg_namespace where nspname = ${schema})`.execute(db)
  return rows.map(({ name }) => name)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { OperatorError } from '../../errors.ts'

/** Shorter than `deadlock_timeout`: in a deadlock, the restore gives up first, and not a request. */
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 500
/** How long to retry, in milliseconds: a long transaction keeps its locks until it ends. */
const RETRY_LIMIT_MS = 120_000

/** SQLSTATEs of a lock timeout and of a deadlock. */
const NOT_LOCKED = new Set(['55P03', '40P01'])

/** The objects of the schema `from` replace those of the schema `to`. */
type Move = { from: string; to: string }

/** Locks the current tables exclusively until the transaction ends. Waits for running transactions. */
export async function lockCurrentTables(db: Database, { from, to }: Move): Promise<void> {
  const tables = (await objectsOf(db, 'table', from)).map((name) => `${quoted(to)}.${name}`).join(', ')
  for (const giveUp = Date.now() + RETRY_LIMIT_MS; ; await setTimeout(PAUSE_MS)) {
    await sql`savepoint unlocked`.execute(db)
    try {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
      await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(db)
      await sql`set local lock_timeout = 0`.execute(db)
      return
    } catch (error) {
      if (!NOT_LOCKED.has((error as { code?: string }).code ?? '')) throw error
      await sql`rollback to savepoint unlocked`.execute(db)
      if (Date.now() > giveUp) {
        throw new OperatorError('Something has been using the database for too long: nothing is restored.')
      }
    }
  }
}

/** Drops the objects of `to` that `from` has as well, and moves those of `from` there. */
export async function swapSchemas(db: Database, { from, to }: Move): Promise<void> {
  // In this order, because tables depend on functions, and functions on types.
  for (const kind of ['table', 'function', 'type'] as const) {
    const objects = await objectsOf(db, kind, from)
    if (objects.length === 0) continue
    const replaced = objects.map((name) => `${quoted(to)}.${name}`)
    await sql.raw(`drop ${kind} if exists ${replaced.join(', ')}`).execute(db)
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

/** The quoted names of a schema's objects. */
async function objectsOf(db: Database, kind: keyof typeof OBJECTS, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    ${OBJECTS[kind]} (select oid from pg_namespace where nspname = ${schema})`.execute(db)
  return rows.map(({ name }) => name)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

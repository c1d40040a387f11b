import { sql } from 'kysely'
import { inject } from 'vitest'
import { products } from '../../bench/catalogue.ts'
import type { Database } from '../../server/src/database/tables.ts'
import { send } from './given.ts'
import type { TestWorkspace } from './service.ts'

export const BATCH = 100
const CLIENTS = 4
/** Of the service's pool; the embedded database has one. */
const SESSIONS = inject('engine').name === 'pglite' ? 1 : 10

/** From here on nobody tells the planner of what has come, but the test. */
export async function switchAutovacuumOff(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables`.execute(db)
  for (const { name } of rows) await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(db)
}

/** Sends so many products, 100 a call, by four clients. */
export async function sync(workspace: TestWorkspace, count: number, edition = 0): Promise<void> {
  const firsts = Array.from({ length: count / BATCH }, (_, i) => i * BATCH)
  const client = async () => {
    for (let first = firsts.shift(); first !== undefined; first = firsts.shift()) {
      await send(workspace, products(first, BATCH, edition))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** How many index entries, and rows of whole tables, have been read by now, by the name of the index or table. */
export async function readSoFar(db: Database): Promise<Map<string, number>> {
  // Each session tells of its own.
  const tell = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.2)`.execute(db)
  await Promise.all(Array.from({ length: SESSIONS }, tell))
  const { rows } = await sql<{ name: string; read: number }>`
    select indexrelname as name, idx_tup_read::int as read from pg_stat_user_indexes
    union all
    select relname, seq_tup_read::int from pg_stat_user_tables`.execute(db)
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/**
 * How many transactions have been rolled back by now, as `readSoFar` found it: a call that has waited too long for a
 * lock is done again.
 */
export async function rolledBackSoFar(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select xact_rollback::int as count from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.count
}

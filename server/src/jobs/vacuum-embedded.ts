import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Pages of a table that is vacuumed within some milliseconds. */
const SMALL = 500
/** The most dead rows with which a large table waits: 100,000 products leave as many when all of them change twice. */
const MAX_DEAD = 200_000
/** How long a large table waits at most, in milliseconds. */
const MAX_WAIT_MS = 3_600_000

/** The large tables that wait: since when, and how many rows had been written when the job last looked. */
export type WaitingTables = Map<string, { since: Date; written: number }>

type DueTable = { name: string; written: number; mayWait: boolean }

/**
 * Vacuums and analyzes tables of the embedded database, which has no autovacuum process, by the thresholds of
 * autovacuum. That frees the space of dead rows, updates the planner's statistics, and allows index-only scans.
 *
 * A vacuum of 100,000 products blocks the process for a second, and for four where all of them were deleted. So a large
 * table waits for a pause: until nothing was written to it between two runs of this job. Returns the vacuumed tables.
 */
export async function vacuumEmbedded(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  waiting: WaitingTables,
): Promise<string[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows: due } = await sql<DueTable>`
    select s.relname as name, s.n_tup_ins + s.n_tup_upd + s.n_tup_del as written,
      c.relpages > ${SMALL} and s.n_dead_tup <= ${MAX_DEAD} as "mayWait"
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    cross join lateral (select greatest(c.reltuples, 0) as count) rows
    where s.n_dead_tup > 50 + 0.2 * rows.count
      or s.n_ins_since_vacuum > 1000 + 0.2 * rows.count
      or s.n_mod_since_analyze > 50 + 0.1 * rows.count`.execute(db)
  const now = due.filter((table) => !waits(table, waiting, clock()))
  for (const { name } of now) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  return now.map(({ name }) => name)
}

/** Whether the table waits for a later run. */
function waits({ name, written, mayWait }: DueTable, waiting: WaitingTables, now: Date): boolean {
  const { since, written: writtenBefore } = waiting.get(name) ?? { since: now, written: undefined }
  const isPaused = written === writtenBefore
  if (mayWait && !isPaused && now.getTime() - since.getTime() < MAX_WAIT_MS) {
    waiting.set(name, { since, written })
    return true
  }
  waiting.delete(name)
  return false
}

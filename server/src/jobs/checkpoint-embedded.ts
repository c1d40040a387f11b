import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** How much may have been logged since the last checkpoint, in bytes. */
const MAX_LOGGED = 64 * 1_048_576

/**
 * Does for the embedded database what a Postgres server does for itself by its checkpointer: what was logged goes into
 * the data files, so that the log does not fill the disk, and a start after a kill has little to do again.
 * It takes some tenths of a second, in which nothing else is answered. Returns whether it was due.
 */
export async function checkpointEmbedded({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ logged: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint as logged from pg_control_checkpoint()`.execute(db)
  if (rows[0]!.logged < MAX_LOGGED) return false
  await sql`checkpoint`.execute(db)
  return true
}

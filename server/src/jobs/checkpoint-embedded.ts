import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Bytes of the write-ahead log after which a checkpoint is due. */
const MAX_LOGGED = 16 * 1_048_576

/**
 * Runs checkpoints on the embedded database, which has no checkpointer process. A checkpoint keeps the write-ahead log
 * small, and crash recovery short. It blocks the process for some 50 ms; after more log, for longer. Returns whether
 * one was due.
 */
export async function checkpointEmbedded({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ logged: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint as logged from pg_control_checkpoint()`.execute(db)
  if (rows[0]!.logged < MAX_LOGGED) return false
  await sql`checkpoint`.execute(db)
  return true
}

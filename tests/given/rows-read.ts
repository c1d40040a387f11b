import { sql } from 'kysely'
import type { WorkspaceContext } from '../../server/src/context.ts'

/**
 * How many rows of a table the work reads, as the database counts them. What it writes is undone, and an error is let
 * be.
 */
export async function rowsRead(
  context: WorkspaceContext,
  table: string,
  work: (context: WorkspaceContext) => Promise<unknown>,
): Promise<number> {
  const trx = await context.db.startTransaction().execute()
  const count = async () => {
    const { rows } = await sql<{ read: number }>`
      select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = ${table}`.execute(trx)
    return Number(rows[0]!.read)
  }
  const before = await count()
  await work({ ...context, db: trx }).catch(() => {})
  const read = (await count()) - before
  await trx.rollback().execute()
  return read
}

import { sql } from 'kysely'
import { DefaultQueryExecutor } from 'kysely'
import type { WorkspaceContext } from '../../server/src/context.ts'

export type ReadBy = { statements: number; most: number; text: string }

/**
 * How many statements the work runs, and how many rows of a table the one reads that reads most, as the database counts
 * them. What it writes is undone.
 */
export async function rowsByStatement(
  context: WorkspaceContext,
  table: string,
  work: (context: WorkspaceContext) => Promise<unknown>,
): Promise<ReadBy> {
  const trx = await context.db.startTransaction().execute()
  const execute = DefaultQueryExecutor.prototype.executeQuery
  const count = sql<{ read: number }>`
    select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = ${table}`
  const read = async () => Number((await count.execute(trx)).rows[0]!.read)
  const found: ReadBy = { statements: 0, most: 0, text: '' }
  let isCounting = false
  DefaultQueryExecutor.prototype.executeQuery = async function (this: DefaultQueryExecutor, ...args) {
    if (isCounting) return execute.apply(this, args)
    isCounting = true
    const before = await read()
    const result = await execute.apply(this, args).finally(() => (isCounting = false))
    isCounting = true
    const rows = (await read()) - before
    isCounting = false
    found.statements++
    if (rows > found.most) Object.assign(found, { most: rows, text: args[0].sql })
    return result
  } as typeof execute
  try {
    await work({ ...context, db: trx })
  } finally {
    DefaultQueryExecutor.prototype.executeQuery = execute
    await trx.rollback().execute()
  }
  return found
}

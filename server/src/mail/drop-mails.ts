import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { textArray } from '../database/rowset.ts'

/*
 * A mail that was tried once, and waits for another try, counts as one that has reached its recipient: it may be on its
 * way just now.
 */

/** Removes the mails that still wait. Returns whom the others have reached, or may have reached. */
export async function dropMails(trx: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  const { rows: dropped } = await sql<{ recipient: string; attempts: number }>`
    delete from mail where id = any(${textArray(ids)}::uuid[]) and status = 'queued'
    returning recipient, attempts`.execute(trx.db)
  // In a second statement, which sees what was sent while the first one waited for its row.
  const tried = dropped.flatMap(({ recipient, attempts }) => (attempts > 0 ? [recipient] : []))
  return [...tried, ...(await reachedBy(trx, ids))]
}

/** Whom these mails have reached, or may have reached. */
export async function reachedBy({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from mail
    where id = any(${textArray(ids)}::uuid[]) and (status = 'sent' or status = 'queued' and attempts > 0)`.execute(db)
  return rows.map(({ recipient }) => recipient)
}

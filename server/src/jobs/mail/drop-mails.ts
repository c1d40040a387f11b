import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'

/*
 * A mail that was tried once, and waits for another try, counts as one that has reached its recipient: it may be on its
 * way just now.
 */

/** Removes the mails that still wait. Returns the persons whom the others have reached, or may have reached. */
export async function dropMails(trx: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  const { rows: dropped } = await sql<{ personId: string | null; attempts: number }>`
    delete from mail where id = any(${textArray(ids)}::uuid[]) and status = 'queued'
    returning person_id as "personId", attempts`.execute(trx.db)
  // In a second statement, which sees what was sent while the first one waited for its row.
  const tried = dropped.flatMap(({ personId, attempts }) => (attempts > 0 && personId !== null ? [personId] : []))
  return [...tried, ...(await reachedBy(trx, ids))]
}

/** The persons whom these mails have reached, or may have reached. */
export async function reachedBy({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from mail
    where id = any(${textArray(ids)}::uuid[]) and person_id is not null and (status = 'sent' or status = 'queued' and attempts > 0)`.execute(
    db,
  )
  return rows.map(({ personId }) => personId)
}

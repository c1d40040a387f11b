import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nextChangeTime } from '../workspaces/activity/product-changes.ts'
import type { WorkspaceContext } from '../context.ts'

/** How long it is known that a product was deleted, in days: a year, and a month to spare. */
export const GONE_DAYS = 400

/**
 * Notes that products are deleted, for who follows prices. Call it in the transaction, before they are. `rows` is the
 * condition of the deletion, workspace included.
 */
export async function noteGone(trx: WorkspaceContext, rows: RawBuilder<boolean>): Promise<void> {
  const { db, workspaceId, clock } = trx
  const at = await nextChangeTime(trx, clock())
  await sql`
    insert into gone_product (workspace_id, product_id, sku, gone_at)
    select ${workspaceId}, id, sku, ${at}::text::timestamptz from product where ${rows}`.execute(db)
  await sql`
    delete from gone_product
    where workspace_id = ${workspaceId} and gone_at < ${clock()}::timestamptz - make_interval(days => ${GONE_DAYS})`.execute(
    db,
  )
}

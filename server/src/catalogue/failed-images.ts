import { sql } from 'kysely'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'

/** A product whose image could not be copied. */
export type FailedImage = {
  id: string
  sku: string
  name: string
  sourceUrl: string
  failure: string
  requestedAt: string
}

/** The products whose image could not be copied, the oldest products first. */
export async function listFailedImages(
  { db, workspaceId }: WorkspaceContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailedImage[]> {
  const { rows } = await sql<Omit<FailedImage, 'requestedAt'> & { requestedAt: Date }>`
    select p.id, p.sku, p.name, i.source_url as "sourceUrl", i.failure, i.requested_at as "requestedAt"
    from product_image i join product p on p.workspace_id = ${workspaceId} and p.id = i.product_id
    where i.workspace_id = ${workspaceId} and i.status = 'failed'
    order by i.product_id limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() }))
}

/** How many there are. */
export async function countFailedImages({ db, workspaceId }: WorkspaceContext): Promise<number> {
  const { count } = await db
    .selectFrom('product_image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    // No parameter: a prepared statement would not use the index of failed images.
    .where('status', '=', sql.lit('failed' as const))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Queues the failed images of these products once more, or of all products. Returns how many there are. */
export async function retryImages(
  context: WorkspaceContext,
  { productIds }: { productIds?: string[] | undefined },
): Promise<{ queued: number }> {
  return inTransaction(context, async (trx) => {
    const { db, workspaceId, clock } = trx
    const chosen = productIds ? sql`and product_id::text = any(${textArray(productIds)})` : sql``
    const { rows } = await sql<{ id: string }>`
      update product_image set status = 'queued', due_at = ${clock()}, attempts = 0, failure = null
      where workspace_id = ${workspaceId} and status = 'failed' ${chosen}
      returning product_id as id`.execute(db)
    if (rows.length > 0) {
      const subject = await subjectOf(
        trx,
        rows.map(({ id }) => id),
      )
      await recordActivity(trx, { action: 'product.copy-image', subject, changes: { images: rows.length } })
    }
    return { queued: rows.length }
  })
}

async function subjectOf({ db, workspaceId }: WorkspaceContext, ids: string[]) {
  if (ids.length > 1) return { type: 'product', id: null, label: `${ids.length} products` }
  const { sku } = await db
    .selectFrom('product')
    .select('sku')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', ids[0]!)
    .executeTakeFirstOrThrow()
  return { type: 'product', id: ids[0]!, label: sku }
}

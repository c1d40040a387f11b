import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { markUsed } from './settle-image.ts'

/**
 * Queues the new image sources of products, to be copied in the background. Products without one are passed over. A
 * product keeps its present image until the new one is whole.
 */
export async function queueImages(
  { db, workspaceId, clock }: WorkspaceContext,
  products: readonly { id: string; imageUrl: string | null }[],
): Promise<void> {
  const rows = products
    .filter(({ imageUrl }) => imageUrl !== null)
    .map(({ id, imageUrl }) => ({ product_id: id, source_url: imageUrl }))
  if (rows.length === 0) return
  const now = clock()
  await sql`
    insert into product_image (workspace_id, product_id, source_url, status, requested_at, due_at)
    select ${workspaceId}, product_id, source_url, 'queued', ${now}, ${now}
    from ${rowset(rows, 'product_id uuid, source_url text')}
    on conflict (workspace_id, product_id) do update
    set source_url = excluded.source_url, status = excluded.status, requested_at = excluded.requested_at,
      due_at = excluded.due_at, attempts = 0, failure = null`.execute(db)
}

/** Gives a product an image that is kept, instead of the one that it has or that is to be copied. */
export async function setImage(context: WorkspaceContext, productId: string, digest: string): Promise<void> {
  const { db, workspaceId, clock } = context
  const now = clock()
  await sql`
    insert into product_image (workspace_id, product_id, source_url, status, requested_at, due_at, digest)
    values (${workspaceId}, ${productId}, null, 'copied', ${now}, ${now}, ${digest})
    on conflict (workspace_id, product_id) do update
    set status = excluded.status, requested_at = excluded.requested_at, digest = excluded.digest, failure = null`.execute(
    db,
  )
  await markUsed(context, digest)
}

/**
 * Takes a product's image away, also one that is still to be copied. False where it has none. The URL is remembered: it
 * does not bring the image back when it is sent again, only another URL does.
 */
export async function removeImage({ db, workspaceId }: WorkspaceContext, productId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_image')
    .set({ status: 'removed', digest: null, failure: null })
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Queues the products that have one of these images, to be copied once more from their URL. For images whose files are
 * lost. Returns the number of products.
 */
export async function recopyImages(
  { db, workspaceId, clock }: WorkspaceContext,
  { digests }: { digests: string[] },
): Promise<{ queued: number }> {
  const { rows } = await sql`
    update product_image set status = 'queued', due_at = ${clock()}, attempts = 0, failure = null
    where workspace_id = ${workspaceId} and digest = any(${textArray(digests)})
      and status = 'copied' and source_url is not null
    returning product_id`.execute(db)
  return { queued: rows.length }
}

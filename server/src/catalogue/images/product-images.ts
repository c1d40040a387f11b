import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset, textArray } from '../../database/rowset.ts'
import { Unavailable } from '../../errors.ts'

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

/**
 * Says that staff have chosen the pictures of a product. What was still to be copied is not; the URL is remembered: it
 * replaces nothing when it is sent again, only another URL does.
 */
export async function settleByStaff(
  { db, workspaceId, clock }: WorkspaceContext,
  productId: string,
  status: 'copied' | 'removed',
): Promise<void> {
  const now = clock()
  await sql`
    insert into product_image (workspace_id, product_id, source_url, status, requested_at, due_at)
    values (${workspaceId}, ${productId}, null, ${status}, ${now}, ${now})
    on conflict (workspace_id, product_id) do update
    set status = excluded.status, requested_at = excluded.requested_at, failure = null`.execute(db)
}

/**
 * Takes a product's image away, also one that is still to be copied. Its other pictures stay. False where it has none.
 * The URL is remembered: it does not bring the image back when it is sent again, only another URL does.
 */
export async function removeImage({ db, workspaceId }: WorkspaceContext, productId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_image')
    .set({ status: 'removed', failure: null })
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  await db
    .deleteFrom('product_picture')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('place', '=', 0)
    .execute()
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
    where workspace_id = ${workspaceId} and status = 'copied' and source_url is not null and product_id in (
      select product_id from product_picture
      where workspace_id = ${workspaceId} and place = 0 and digest = any(${textArray(digests)}))
    returning product_id`.execute(db)
  return { queued: rows.length }
}

/** Makes a kept image the first picture of a product, in place of the one that was. The others stay. */
export async function putFirst(context: WorkspaceContext, productId: string, digest: string): Promise<void> {
  const { db, workspaceId } = context
  await sql`delete from product_picture where workspace_id = ${workspaceId} and product_id = ${productId}
    and (place = 0 or digest = ${digest})`.execute(db)
  await markUsed(context, digest)
  const row = { workspace_id: workspaceId, product_id: productId, place: 0, digest }
  await db.insertInto('product_picture').values(row).execute()
}

/** Gives a product these kept images as its pictures, in this order, and no others. */
export async function writePictures(
  context: WorkspaceContext,
  productId: string,
  digests: readonly string[],
): Promise<void> {
  const { db, workspaceId } = context
  const had = await db
    .deleteFrom('product_picture')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .returning('digest')
    .execute()
  for (const digest of new Set(digests).difference(new Set(had.map(({ digest }) => digest)))) {
    await markUsed(context, digest)
  }
  if (digests.length === 0) return
  const row = (digest: string, place: number) => ({ workspace_id: workspaceId, product_id: productId, place, digest })
  await db.insertInto('product_picture').values(digests.map(row)).execute()
}

/** Marks an image as used, in the transaction that gives it to a product. Throws Unavailable while it is removed. */
export async function markUsed({ db, workspaceId }: WorkspaceContext, digest: string): Promise<void> {
  const { rows } = await sql`update image set unused_since = null
    where workspace_id = ${workspaceId} and digest = ${digest} and not removing returning digest`.execute(db)
  if (rows.length === 0) throw new Unavailable('This image is being removed. Try again in a minute.', 60)
}

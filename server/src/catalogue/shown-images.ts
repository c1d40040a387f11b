import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { askedIds, textArray } from '../database/rowset.ts'
import { imagePath } from './images/image-path.ts'
import { visibleTo } from '../pricing/customer-terms.ts'
import { MAX_PICTURES } from '../shared/limits.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { inTransaction } from '../database/transaction.ts'

/** An image as pages show it: paths of its sizes, and the pixels of the large one. */
export type ShownImage = { digest: string; small: string; medium: string; large: string; width: number; height: number }

type Reading = Pick<WorkspaceContext, 'db' | 'workspaceId'>

/**
 * The first picture of each of these products, by product id; products without one are left out, and those that the
 * customer `seenBy` does not see.
 */
export async function shownImages(
  context: Reading,
  productIds: readonly string[],
  { seenBy }: { seenBy?: string } = {},
): Promise<Map<string, ShownImage>> {
  return new Map((await readPictures(context, productIds, 1, seenBy)).map(({ id, image }) => [id, image]))
}

/** All pictures of these products in their order, by product id; products without one are left out. */
export async function shownPictures(
  context: Reading,
  productIds: readonly string[],
): Promise<Map<string, ShownImage[]>> {
  const pictures = Map.groupBy(await readPictures(context, productIds, MAX_PICTURES), ({ id }) => id)
  return new Map([...pictures].map(([id, rows]) => [id, rows.map(({ image }) => image)]))
}

/** What a line of a list shows of a product: its first picture, or a placeholder by its category. */
type LinePicture = { categoryId: string | null; image: ShownImage | null }

/** The same of each of these products that is there, by product id. */
export async function linePictures(context: Reading, productIds: readonly string[]): Promise<Map<string, LinePicture>> {
  if (productIds.length === 0) return new Map()
  const images = await shownImages(context, productIds)
  const { rows } = await sql<{ id: string; categoryId: string | null }>`
    select p.id, p.category_id as "categoryId"
    from ${askedIds(productIds)}
    cross join lateral (
      select id, category_id from product
      where workspace_id = ${context.workspaceId} and id = asked.id limit 1) p`.execute(context.db)
  return new Map(rows.map(({ id, categoryId }) => [id, { categoryId, image: images.get(id) ?? null }]))
}

async function readPictures(
  { db, workspaceId }: Reading,
  productIds: readonly string[],
  most: number,
  seenBy?: string,
) {
  if (productIds.length === 0) return []
  const { rows } = await sql<{ id: string; digest: string; width: number; height: number }>`
    select asked.id, m.digest, m.width, m.height
    from ${askedIds(productIds)}
    cross join lateral (
      select place, digest from product_picture p
      where p.workspace_id = ${workspaceId} and product_id = asked.id order by place
      limit ${sql.lit(most)}) p
    cross join lateral (
      select digest, width, height from image m
      where m.workspace_id = ${workspaceId} and digest = p.digest limit 1) m
    ${
      seenBy === undefined
        ? sql``
        : sql`where exists (select from product p
      where p.workspace_id = ${workspaceId} and p.id = asked.id and ${visibleTo(workspaceId, sql`${seenBy}::uuid`)})`
    }
    order by asked.id, p.place`.execute(db)
  return rows.map(({ id, ...image }) => ({ id, image: { ...image, ...pathsOf(image.digest) } }))
}

export function pathsOf(digest: string): Pick<ShownImage, 'small' | 'medium' | 'large'> {
  return { small: imagePath(digest, 320), medium: imagePath(digest, 640), large: imagePath(digest, 1280) }
}

/** The products whose image could not be copied, the oldest products first. */
export async function listFailedImages(
  { db, workspaceId }: WorkspaceContext,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<Record<'id' | 'sku' | 'name' | 'sourceUrl' | 'failure', string> & { requestedAt: Date }>`
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
      const ids = rows.map(({ id }) => id)
      const subject = await subjectOf(trx, ids)
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

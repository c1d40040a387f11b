import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { Unavailable } from '../../errors.ts'

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

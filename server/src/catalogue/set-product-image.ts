import type { Readable } from 'node:stream'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound, quoted } from '../errors.ts'
import { keepUpload } from '../images/keep-upload.ts'
import { removeImage, setImage } from '../images/product-images.ts'
import { isUuid } from '../uuid.ts'
import { readProductImage } from './product-image.ts'
import type { ProductImage } from './product-image.ts'

/**
 * Gives a product the image that is uploaded, instead of the one that it has or that is to be copied. The URL that the
 * product had is remembered: it does not replace this image when it is sent again. Throws NotFound, and InvalidInput
 * for a file that is no image that can be taken.
 */
export async function uploadImage(
  context: WorkspaceContext,
  { id, body }: { id: string; body: Readable },
): Promise<ProductImage> {
  await readProductImage(context, { id })
  const digest = await keepUpload(context, body)
  return changeImage(context, id, 'an uploaded image', (trx) => setImage(trx, id, digest))
}

/** Takes the image of a product away. Throws NotFound. */
export async function removeProductImage(context: WorkspaceContext, { id }: { id: string }): Promise<ProductImage> {
  return changeImage(context, id, null, (trx) => removeImage(trx, id))
}

/**
 * Gives a product back an image that it had; it is kept for a week. Throws NotFound, also for an image that is gone.
 */
export async function restoreImage(
  context: WorkspaceContext,
  { id, digest }: { id: string; digest: string },
): Promise<ProductImage> {
  return changeImage(context, id, 'an earlier image', async (trx) => {
    const kept = await trx.db
      .selectFrom('image')
      .select('digest')
      .where('workspace_id', '=', trx.workspaceId)
      .where('digest', '=', digest)
      .executeTakeFirst()
    if (!kept) throw new NotFound('This image is not kept any more. Upload it again.')
    await setImage(trx, id, digest)
  })
}

/**
 * Locks the product, changes its image and records it, in words and without the names of images: keys can read the
 * activity. The product keeps its `updatedAt`: the public API does not show images. `change` returns false where there
 * was nothing to change.
 */
async function changeImage(
  context: WorkspaceContext,
  id: string,
  to: string | null,
  change: (trx: WorkspaceContext) => Promise<boolean | void>,
): Promise<ProductImage> {
  return inTransaction(context, async (trx) => {
    const sku = await lockSku(trx, id)
    const { shown } = await readProductImage(trx, { id })
    if ((await change(trx)) !== false) {
      const subject = { type: 'product', id, label: sku }
      const from = shown ? 'an image' : null
      await recordActivity(trx, { action: 'product.update', subject, changes: { image: { from, to } } })
    }
    return readProductImage(trx, { id })
  })
}

async function lockSku({ db, workspaceId }: WorkspaceContext, id: string): Promise<string> {
  const product = isUuid(id)
    ? await db
        .selectFrom('product')
        .select('sku')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!product) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  return product.sku
}

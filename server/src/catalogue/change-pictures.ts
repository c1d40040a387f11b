import type { Readable } from 'node:stream'
import { raiseVersion } from '../workspaces/activity/product-changes.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput, NotFound, quoted } from '../errors.ts'
import { keepUpload } from './images/keep-upload.ts'
import { settleByStaff } from './images/product-images.ts'
import { writePictures } from './images/product-pictures.ts'
import { MAX_PICTURES } from '../shared/limits.ts'
import { isUuid } from '../lib/uuid.ts'
import { readProductPictures } from './product-pictures.ts'
import type { ProductPictures } from './product-pictures.ts'

const CHANGED = 'The pictures of this product were changed meanwhile. Look at them, and try again.'

/**
 * Adds an uploaded picture behind the others, or in place of the one with the digest `replaces`. The same picture is
 * not added twice. Throws NotFound, InvalidInput for a file that is no image that can be taken or is one too many, and
 * Conflict where the picture to replace is not there any more.
 */
export async function uploadPicture(
  context: WorkspaceContext,
  { id, replaces, body }: { id: string; replaces?: string | undefined; body: Readable },
): Promise<ProductPictures> {
  await readProductPictures(context, { id })
  const digest = await keepUpload(context, body)
  return changePictures(context, id, (before) => {
    if (before.includes(digest)) return before
    if (replaces === undefined) return [...before, digest]
    if (!before.includes(replaces)) throw new Conflict(CHANGED)
    return before.map((had) => (had === replaces ? digest : had))
  })
}

/**
 * Gives a product these pictures in this order: to move and remove some, or to bring some back that are kept for a week.
 * `seen` are those that it has. Throws NotFound, also for a picture that is gone, and Conflict where it has others.
 */
export async function setPictures(
  context: WorkspaceContext,
  { id, pictures, seen }: { id: string; pictures: readonly string[]; seen: readonly string[] },
): Promise<ProductPictures> {
  return changePictures(context, id, async (before, { db, workspaceId }) => {
    if (before.join() !== seen.join()) throw new Conflict(CHANGED)
    const after = [...new Set(pictures)]
    if (after.length === 0) return after
    const kept = await db
      .selectFrom('image')
      .select('digest')
      .where('workspace_id', '=', workspaceId)
      .where('digest', 'in', after)
      .execute()
    if (kept.length < after.length) throw new NotFound('This picture is no longer stored. Upload it again.')
    return after
  })
}

/**
 * Locks the product, changes its pictures and records it, in words and without the names of images: keys can read the
 * activity. The product keeps its `updatedAt`: the public API does not show images.
 */
async function changePictures(
  context: WorkspaceContext,
  id: string,
  change: (before: string[], trx: WorkspaceContext) => string[] | Promise<string[]>,
): Promise<ProductPictures> {
  return inTransaction(context, async (trx) => {
    const sku = await lockSku(trx, id)
    await lockImage(trx, id)
    const { status, pictures } = await readProductPictures(trx, { id })
    const before = pictures.map(({ digest }) => digest)
    const after = await change(before, trx)
    if (after.length > MAX_PICTURES) {
      const message = `${quoted(sku)} has ${MAX_PICTURES} pictures, as many as there can be. Remove one first.`
      throw new InvalidInput([{ path: 'image', message }])
    }
    const isSame = before.join() === after.join()
    const isCalledOff = after.length === 0 && status === 'queued'
    if (isSame && !isCalledOff) return readProductPictures(trx, { id })
    await writePictures(trx, id, after)
    await raiseVersion(trx, id)
    // Another first picture is the image that staff want.
    if (before[0] !== after[0] || isCalledOff) {
      await settleByStaff(trx, id, after.length === 0 ? 'removed' : 'copied')
    }
    const subject = { type: 'product', id, label: sku }
    const pictured = { from: counted(before), to: described(before, after) }
    await recordActivity(trx, { action: 'product.update', subject, changes: { pictures: pictured } })
    return readProductPictures(trx, { id })
  })
}

function counted({ length }: readonly string[]): string | null {
  return length === 0 ? null : `${length} ${length === 1 ? 'picture' : 'pictures'}`
}

function described(before: readonly string[], after: readonly string[]): string | null {
  if (before.length !== after.length) return counted(after)
  const isMoved = before.every((digest) => after.includes(digest))
  return `${counted(after)}, ${isMoved ? 'in another order' : 'replaced'}`
}

/** A copy of its image comes before this change or after it. */
async function lockImage({ db, workspaceId }: WorkspaceContext, id: string): Promise<void> {
  await db
    .selectFrom('product_image')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', id)
    .forUpdate()
    .execute()
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

import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Context, WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { keepUpload } from '../images/keep-upload.ts'
import { settleByStaff } from '../images/product-images.ts'
import { writePictures } from '../images/product-pictures.ts'
import { bumpRevision } from '../images/settle-image.ts'
import { matchingKey } from '../matching-key.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/sample-workspace.ts'
import { svgOf } from './drawings/shapes.ts'
import { makeProducts } from './make-products.ts'

const PIXELS = 640
/** Pages are told of so many new pictures at a time. */
const SHOWN_AT_ONCE = 10

/**
 * Draws pictures for the products of the sample that never had one, in the order of their names. Those that differ only
 * in size share one. It takes a while, so the service does it while it runs; what `signal` cuts off, the next start
 * draws. Without the sample, nothing is done. Returns the number of pictures.
 */
export async function drawPictures(sample: Context, signal: AbortSignal): Promise<number> {
  const context: WorkspaceContext = {
    ...sample,
    workspaceId: SAMPLE_WORKSPACE_ID,
    actor: { type: 'system', id: null, name: 'Sample' },
  }
  const products = await withoutPicture(context)
  const drawn = new Map(
    makeProducts().map(({ sku, drawing, drawnColour }) => [matchingKey(sku), svgOf(drawing, drawnColour, PIXELS)]),
  )
  const pictures = Map.groupBy(products, ({ skuKey }) => drawn.get(skuKey))
  // Of a product that staff have added.
  pictures.delete(undefined)
  let count = 0
  for (const [svg, alike] of pictures) {
    if (signal.aborted) break
    const digest = await keepUpload(context, Readable.from([await sharp(Buffer.from(svg!)).png().toBuffer()]))
    await inTransaction(context, async (trx) => {
      for (const { id } of alike) {
        await writePictures(trx, id, [digest])
        await settleByStaff(trx, id, 'copied')
      }
    })
    if (++count % SHOWN_AT_ONCE === 0) await bumpRevision(context, context.workspaceId)
  }
  if (count > 0) await bumpRevision(context, context.workspaceId)
  return count
}

/** One whose picture was taken away had one. */
async function withoutPicture({ db, workspaceId }: WorkspaceContext): Promise<{ id: string; skuKey: string }[]> {
  return db
    .selectFrom('product as p')
    .leftJoin('product_image as i', (join) =>
      join.on('i.workspace_id', '=', workspaceId).onRef('i.product_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.sku_key as skuKey'])
    .where('p.workspace_id', '=', workspaceId)
    .where('i.product_id', 'is', null)
    .orderBy('p.name')
    .execute()
}

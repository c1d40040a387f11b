import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { removeImage } from './images/product-images.ts'
import type { PriceMoves } from '../shared/price-moves.ts'
import { recordEdit, writeEdit } from './edit-product.ts'
import { lockProduct } from './lock-product.ts'
import { movesOfPlace } from './product-moves.ts'
import { productToEdit } from './product-to-edit.ts'

export type ProductUpdate = {
  sku: string
  active?: boolean | undefined
  /** Opens the product to all customers. To choose customers, send `onlyFor` through the API. */
  visibility?: 'all' | undefined
  minOrderQty?: number | undefined
  orderMultiple?: number | undefined
  /** Fields that `PUT /products` can set but not clear. */
  clear?: ('lead-time-note' | 'image')[] | undefined
}

/** Edits fields that only staff may change, whatever they are now. Idempotent. Throws NotFound for the SKU. */
export async function updateProduct(
  context: WorkspaceContext,
  { sku, clear = [], ...fields }: ProductUpdate,
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const { id } = await lockProduct(trx, { sku })
    const before = await productToEdit(trx, id)
    const edit = { ...fields, ...(clear.includes('lead-time-note') && { leadTimeNote: null }) }
    const changes = await writeEdit(trx, before, edit)
    const image = clear.includes('image') && (await removeImage(trx, id)) ? { image: { to: null } } : {}
    await recordEdit(trx, before, changes, image)
    return { id }
  })
}

/** What `updateProduct` would do to the prices of customers, and to who sees the product. Throws NotFound. */
export async function previewUpdate(
  context: WorkspaceContext,
  { sku, visibility }: ProductUpdate,
): Promise<PriceMoves | null> {
  if (visibility === undefined) return null
  const { id } = await lockProduct(context, { sku })
  return movesOfPlace(context, { products: { ids: [id] }, change: { customers: null } })
}

import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { removeImage } from '../images/product-images.ts'
import { recordEdit, writeEdit } from './edit-product.ts'
import { lockProduct } from './lock-product.ts'
import { productToEdit } from './product-to-edit.ts'

export type ProductUpdate = {
  sku: string
  active?: boolean | undefined
  /** Opens the product to all customers. To choose customers, send `onlyFor` through the API. */
  visibility?: 'all' | undefined
  minOrderQty?: number | undefined
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

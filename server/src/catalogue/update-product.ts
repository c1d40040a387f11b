import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { removeImage } from '../images/product-images.ts'
import { lockProduct } from './find-product.ts'
import { changesOf } from './product-writes.ts'

export type ProductUpdate = {
  sku: string
  active?: boolean | undefined
  /** Opens the product to all customers. To choose customers, send `onlyFor` through the API. */
  visibility?: 'all' | undefined
  minOrderQty?: number | undefined
  /** Fields that `PUT /products` can set but not clear. */
  clear?: ('lead-time-note' | 'image')[] | undefined
}

/** Updates fields that only staff may change. Idempotent. Throws NotFound for the SKU. */
export async function updateProduct(context: WorkspaceContext, input: ProductUpdate): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const product = await lockProduct(trx, { sku: input.sku })
    const { id, sku } = product
    const columns = changedColumns(product, input)
    const image = input.clear?.includes('image') ? await removeImage(trx, id) : false
    if (Object.keys(columns).length === 0 && !image) return { id }

    await trx.db
      .updateTable('product')
      .set({ ...columns, updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    if (columns.visibility) await openToEveryone(trx, id)
    const changes = Object.entries(columns).map(([column, to]) => [
      CHANGE_NAMES[column as keyof typeof CHANGE_NAMES],
      { from: product[column as keyof typeof CHANGE_NAMES], to },
    ])
    const entry = {
      action: 'product.update',
      subject: { type: 'product', id, label: sku },
      changes: { ...Object.fromEntries(changes), ...(image && { image: { to: null } }) },
    }
    await recordActivity(trx, entry, changesOf(trx, [{ id }]))
    return { id }
  })
}

const CHANGE_NAMES = {
  active: 'active',
  visibility: 'visibility',
  min_order_qty: 'minOrderQty',
  lead_time_note: 'leadTimeNote',
} as const

function changedColumns(product: Row<'product'>, { active, visibility, minOrderQty, clear }: ProductUpdate) {
  const wanted = {
    active: active ?? product.active,
    visibility: visibility ?? product.visibility,
    min_order_qty: minOrderQty ?? product.min_order_qty,
    lead_time_note: clear?.includes('lead-time-note') ? null : product.lead_time_note,
  }
  const changed = Object.entries(wanted).filter(([column, value]) => value !== product[column as keyof typeof wanted])
  return Object.fromEntries(changed) as Partial<typeof wanted>
}

async function openToEveryone({ db, workspaceId }: WorkspaceContext, productId: string): Promise<void> {
  await db
    .deleteFrom('product_access')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute()
}

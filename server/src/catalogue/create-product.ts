import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { changesOf, writeProducts } from './product-writes.ts'

/**
 * Creates a product, without a price if none is given, which only staff can do. `listPrice` is in minor units.
 * Throws InvalidRequest if the SKU exists.
 */
export async function createProduct(
  context: WorkspaceContext,
  { sku, name, unitLabel, listPrice }: { sku: string; name: string; unitLabel: string; listPrice?: number | undefined },
): Promise<{ id: string }> {
  const id = randomUUIDv7()
  const skuKey = matchingKey(sku)
  await inTransaction(context, async (trx) => {
    const created = await writeProducts(trx, [
      {
        id,
        sku,
        skuKey,
        values: {
          name,
          description: null,
          brand_id: null,
          category_id: null,
          manufacturer_ref: null,
          unit_label: unitLabel,
          availability: 'not_tracked',
          lead_time_note: null,
          details: {},
          visibility: 'all',
          list_price: listPrice ?? null,
          min_order_qty: 1,
          active: true,
        },
        brand: null,
        category: null,
        imageUrl: null,
        customerIds: null,
      },
    ])
    if (!created.has(skuKey)) throw new InvalidRequest(`There is a product with the SKU "${sku}" already.`)
    const entry = {
      action: 'product.create',
      subject: { type: 'product', id, label: sku },
      changes: { name, unitLabel, ...(listPrice !== undefined && { listPrice }) },
    }
    await recordActivity(trx, entry, changesOf(trx, [{ id }]))
  })
  return { id }
}

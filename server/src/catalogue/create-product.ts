import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { planUpsert } from './plan-upsert.ts'
import { changesOf, writeProducts } from './product-writes.ts'

/**
 * Creates a product, without a price if none is given, which only staff can do. `listPrice` is in minor units.
 * Throws InvalidRequest if the SKU exists.
 */
export async function createProduct(
  context: WorkspaceContext,
  { sku, name, unitLabel, listPrice }: { sku: string; name: string; unitLabel: string; listPrice?: number | undefined },
): Promise<{ id: string }> {
  const item = { sku, skuKey: matchingKey(sku), name, unitLabel, listPrice }
  const { creates } = planUpsert([item], new Map(), { brands: new Map(), categories: new Map(), recipients: new Map() })
  const { id } = creates[0]!
  await inTransaction(context, async (trx) => {
    const created = await writeProducts(trx, creates)
    if (!created.has(item.skuKey)) throw new InvalidRequest(`There is a product with the SKU "${sku}" already.`)
    const entry = {
      action: 'product.create',
      subject: { type: 'product', id, label: sku },
      changes: { name, unitLabel, ...(listPrice !== undefined && { listPrice }) },
    }
    await recordActivity(trx, entry, changesOf(trx, [{ id }]))
  })
  return { id }
}

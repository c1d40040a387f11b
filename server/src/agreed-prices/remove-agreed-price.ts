import { changedMeanwhile } from '../activity/changed-meanwhile.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { lockCustomer } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { agreedPriceVersion, deleteAgreedPrices, findAgreedPrice } from './agreed-price-rows.ts'
import { keepingPromises, onProductFor } from '../promises/keep-promises.ts'

/**
 * Deletes an agreed price. It ends at once. Throws NotFound, and Conflict if a version was given and it has another one
 * by now.
 */
export async function removeAgreedPrice(
  context: WorkspaceContext,
  { id, version }: { id: string; version?: string | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    // Who sets agreed prices of a customer holds this lock: none of them changes what is removed meanwhile.
    await lockCustomer(trx, (await findAgreedPrice(trx, id)).customerId)
    const agreed = await findAgreedPrice(trx, id, 'change')
    if (version !== undefined && agreedPriceVersion(agreed) !== version) throw await changedMeanwhile(trx, agreed.id)
    const { unit, minQty, startsAt, endsAt, customerId, productId } = agreed
    await keepingPromises(trx, onProductFor(customerId, productId), async () => {
      await deleteAgreedPrices(trx, [agreed.id])
      await recordActivity(trx, {
        action: 'agreed_price.remove',
        subject: { type: 'agreed_price', id: agreed.id, label: `${agreed.sku} for ${agreed.customer}`, customerId },
        changes: { unit, minQty, startsAt, endsAt },
      })
    })
  })
}

import { changedMeanwhile } from '../../workspaces/activity/changed-meanwhile.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockOwner, ownerOf } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { agreedPriceVersion, deleteAgreedPrices, findAgreedPrice } from './agreed-price-rows.ts'

/**
 * Deletes an agreed price. It ends at once. Throws NotFound, and Conflict if a version was given and it has another one
 * by now.
 */
export async function removeAgreedPrice(
  context: WorkspaceContext,
  { id, version }: { id: string; version?: string | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    // Who sets agreed prices of this owner holds this lock: none of them changes what is removed meanwhile.
    const owner = await lockOwner(trx, ownerOf(await findAgreedPrice(trx, id)))
    const agreed = await findAgreedPrice(trx, id, 'change')
    if (version !== undefined && agreedPriceVersion(agreed) !== version) throw await changedMeanwhile(trx, agreed.id)
    const { unit, minQty, startsAt, endsAt } = agreed
    await deleteAgreedPrices(trx, [agreed.id])
    await recordActivity(trx, {
      action: 'agreed_price.remove',
      subject: { type: 'agreed_price', id: agreed.id, label: `${agreed.sku} for ${owner.name}`, ...owner.ids },
      changes: { unit, minQty, startsAt, endsAt },
    })
  })
}

import { changedMeanwhile } from '../../workspaces/activity/changed-meanwhile.ts'
import { differences } from '../../workspaces/activity/differences.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockOwner, ownerOf } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { periodOf, timeZoneOf } from './agreed-days.ts'
import type { Days } from './agreed-days.ts'
import { TERMS } from './agreed-price-placement.ts'
import type { AgreedTerms } from './agreed-price-placement.ts'
import { agreedPriceVersion, agreedPricesFor, updateAgreedPrices, findAgreedPrice } from './agreed-price-rows.ts'
import { refuseOverlap, requirePeriod } from './set-agreed-price.ts'

/**
 * Changes an agreed price. Throws NotFound; Conflict if it has another version by now; InvalidInput if the end is not
 * after the start; and InvalidRequest if another one for the same product and quantity overlaps.
 */
export async function changeAgreedPrice(
  context: WorkspaceContext,
  { id, version, ...input }: Omit<AgreedTerms, 'startsAt' | 'endsAt'> & Days & { id: string; version: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const owner = await lockOwner(trx, ownerOf(await findAgreedPrice(trx, id)))
    // Read again, now that nobody else changes it.
    const before = await findAgreedPrice(trx, id, 'change')
    if (agreedPriceVersion(before) !== version) throw await changedMeanwhile(trx, id)
    const { unit, minQty } = input
    const terms = { unit, minQty, ...periodOf(input, await timeZoneOf(trx), before) }
    requirePeriod(terms)
    if (agreedPriceVersion(terms) === version) return
    const others = await agreedPricesFor(trx, owner, [before.productId])
    await refuseOverlap(
      trx,
      terms,
      others.filter((other) => other.id !== before.id),
      owner,
      before,
    )
    await updateAgreedPrices(trx, [{ id: before.id, ...terms }])
    await recordActivity(trx, {
      action: 'agreed_price.change',
      subject: {
        type: 'agreed_price',
        id: before.id,
        label: `${before.sku} for ${owner.name}`,
        ...owner.ids,
      },
      changes: differences(before, terms, TERMS),
    })
  })
}

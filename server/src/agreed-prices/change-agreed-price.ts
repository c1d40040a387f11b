import { changedMeanwhile } from '../activity/changed-meanwhile.ts'
import { differences } from '../activity/differences.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { lockCustomer } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { periodOf, timeZoneOf } from './agreed-days.ts'
import type { Days } from './agreed-days.ts'
import { TERMS } from './agreed-price-placement.ts'
import type { AgreedTerms } from './agreed-price-placement.ts'
import { agreedPriceVersion, agreedPricesFor, updateAgreedPrices, findAgreedPrice } from './agreed-price-rows.ts'
import { refuseOverlap, requirePeriod } from './set-agreed-price.ts'
import { keepingPromises, onProductFor } from '../promises/keep-promises.ts'

/**
 * Changes an agreed price. Throws NotFound; Conflict if it has another version by now; InvalidInput if the end is not
 * after the start; and InvalidRequest if another one for the same product and quantity overlaps.
 */
export async function changeAgreedPrice(
  context: WorkspaceContext,
  { id, version, ...input }: Omit<AgreedTerms, 'startsAt' | 'endsAt'> & Days & { id: string; version: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { customerId } = await findAgreedPrice(trx, id)
    const customer = await lockCustomer(trx, customerId)
    // Read again, now that nobody else changes it.
    const before = await findAgreedPrice(trx, id, 'change')
    if (agreedPriceVersion(before) !== version) throw await changedMeanwhile(trx, id)
    const { unit, minQty } = input
    const terms = { unit, minQty, ...periodOf(input, await timeZoneOf(trx), before) }
    requirePeriod(terms)
    if (agreedPriceVersion(terms) === version) return
    const others = await agreedPricesFor(trx, customer.id, [before.productId])
    await refuseOverlap(
      trx,
      terms,
      others.filter((other) => other.id !== before.id),
      customer,
      before,
    )
    await keepingPromises(trx, onProductFor(customer.id, before.productId), async () => {
      await updateAgreedPrices(trx, [{ id: before.id, ...terms }])
      await recordActivity(trx, {
        action: 'agreed_price.change',
        subject: {
          type: 'agreed_price',
          id: before.id,
          label: `${before.sku} for ${customer.name}`,
          customerId: customer.id,
        },
        changes: differences(before, terms, TERMS),
      })
    })
  })
}

import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireBelowLimit } from '../customers/customer-limits.ts'
import { lockCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { overlaps, placePrice } from './agreed-price-placement.ts'
import type { AgreedTerms, PlacedPrice } from './agreed-price-placement.ts'
import { agreedPricesFor, insertAgreedPrices, updateAgreedPrices } from './agreed-price-rows.ts'
import { productsBySku } from '../pricing/products-by-sku.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { keepingPromises, onProductFor } from '../promises/keep-promises.ts'

type NewAgreedPrice = AgreedTerms & {
  customer: string
  sku: string
  /**
   * Ends an earlier price from the same quantity where this one starts, if nothing of it would be left after this one.
   */
  endPrevious?: boolean | undefined
}

/**
 * Adds an agreed price of a customer for a product. Prices for other quantities and periods stay. Throws NotFound,
 * naming the customer or the SKU; InvalidInput if the end is not after the start; and InvalidRequest if another agreed
 * price for the same product and quantity overlaps, or the customer has reached the limit.
 */
export async function setAgreedPrice(
  context: WorkspaceContext,
  { customer: idOrCode, sku, endPrevious = false, unit, minQty, startsAt, endsAt }: NewAgreedPrice,
): Promise<{ id: string }> {
  const terms = { unit, minQty, startsAt, endsAt }
  requirePeriod(terms)
  return inTransaction(context, async (trx) => {
    // With the lock, the second of two overlapping prices waits here and then finds the first.
    const customer = await lockCustomer(trx, idOrCode)
    const product = (await productsBySku(trx, [sku])).get(matchingKey(sku))
    if (!product) throw new NotFound(`There is no product with the SKU "${sku}".`)
    const others = await agreedPricesFor(trx, customer.id, [product.id])
    const placement = placePrice(terms, others)
    const ended = endPrevious && placement.kind === 'add' ? placement.ends : null
    await refuseOverlap(
      trx,
      terms,
      others.filter((other) => other !== ended),
      customer,
      product,
    )
    await requireBelowLimit(trx, 'agreed_price', customer)
    const id = randomUUIDv7()
    await keepingPromises(trx, onProductFor(customer.id, product.id), async () => {
      if (ended) await updateAgreedPrices(trx, [{ ...ended, endsAt: terms.startsAt }])
      await insertAgreedPrices(trx, [{ id, customerId: customer.id, productId: product.id, ...terms }])
      await recordActivity(trx, {
        action: 'agreed_price.set',
        subject: { type: 'agreed_price', id, label: `${product.sku} for ${customer.name}`, customerId: customer.id },
        changes: {
          ...terms,
          ...(ended && { ended: { unit: ended.unit, endsAt: { from: ended.endsAt, to: terms.startsAt } } }),
        },
      })
    })
    return { id }
  })
}

/** Throws InvalidInput if the end is not after the start. */
export function requirePeriod({ startsAt, endsAt }: AgreedTerms): void {
  if (startsAt && endsAt && startsAt >= endsAt) {
    throw new InvalidInput([{ path: 'endsAt', message: 'Must be later than the start.' }])
  }
}

/** Throws InvalidRequest if one of the other prices from the same quantity overlaps. */
export async function refuseOverlap(
  context: WorkspaceContext,
  terms: AgreedTerms,
  others: readonly PlacedPrice[],
  customer: Pick<CustomerRef, 'name'>,
  product: { sku: string },
): Promise<void> {
  const other = others.find((other) => other.minQty === terms.minQty && overlaps(terms, other))
  if (!other) return
  const money = moneyOf(await readWorkspace(context, context.workspaceId))
  throw new InvalidRequest(
    `${customer.name} has an agreed price for "${product.sku}" from a quantity of ${terms.minQty} already: ` +
      `${money(other.unit)}, ${period(other)} (id ${other.id}). ` +
      'Remove that one first, or choose a period that does not overlap.',
  )
}

function period({ startsAt, endsAt }: AgreedTerms): string {
  if (!startsAt && !endsAt) return 'at all times'
  return [startsAt && `from ${startsAt.toISOString()}`, endsAt && `until ${endsAt.toISOString()}`]
    .filter((part) => part !== null)
    .join(' ')
}

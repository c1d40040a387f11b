import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireBelowLimit } from '../../customers/customer-limits.ts'
import { lockOwner } from '../../customers/term-owner.ts'
import type { NamedOwner, TermOwner } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidInput, InvalidRequest, NotFound } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { fullInWords, isFull, overlaps, placePrice } from './agreed-price-placement.ts'
import type { AgreedTerms, PlacedPrice } from './agreed-price-placement.ts'
import { agreedPricesFor, insertAgreedPrices, updateAgreedPrices } from './agreed-price-rows.ts'
import { productsBySku } from '../products-by-sku.ts'
import { moneyOf } from '../../workspaces/money-of.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'

type NewAgreedPrice = AgreedTerms &
  NamedOwner & {
    sku: string
    /**
     * Ends an earlier price from the same quantity where this one starts, if nothing of it would be left after this one.
     */
    endPrevious?: boolean | undefined
  }

/**
 * Adds an agreed price of a customer or price group for a product. Prices for other quantities and periods stay. Throws NotFound,
 * naming the owner or the SKU; InvalidInput if the end is not after the start; and InvalidRequest if another agreed
 * price for the same product and quantity overlaps, or the owner has reached the limit, of the product or of all.
 */
export async function setAgreedPrice(
  context: WorkspaceContext,
  { sku, endPrevious = false, unit, minQty, startsAt, endsAt, ...named }: NewAgreedPrice,
): Promise<{ id: string }> {
  const terms = { unit, minQty, startsAt, endsAt }
  requirePeriod(terms)
  return inTransaction(context, async (trx) => {
    // With the lock, the second of two overlapping prices waits here and then finds the first.
    const owner = await lockOwner(trx, named)
    const product = (await productsBySku(trx, [sku])).get(matchingKey(sku))
    if (!product) throw new NotFound(`There is no product with the SKU "${sku}".`)
    const others = await agreedPricesFor(trx, owner, [product.id])
    const placement = placePrice(terms, others)
    const ended = endPrevious && placement.kind === 'add' ? placement.ends : null
    await refuseOverlap(
      trx,
      terms,
      others.filter((other) => other !== ended),
      owner,
      product,
    )
    if (isFull(others.length)) throw new InvalidRequest(fullInWords(product.sku, owner.name))
    await requireBelowLimit(trx, 'agreed_price', owner)
    const id = randomUUIDv7()
    if (ended) await updateAgreedPrices(trx, [{ ...ended, endsAt: terms.startsAt }])
    await insertAgreedPrices(trx, [{ id, ...owner.ids, productId: product.id, ...terms }])
    await recordActivity(trx, {
      action: 'agreed_price.set',
      subject: { type: 'agreed_price', id, label: `${product.sku} for ${owner.name}`, ...owner.ids },
      changes: {
        ...terms,
        ...(ended && { ended: { unit: ended.unit, endsAt: { from: ended.endsAt, to: terms.startsAt } } }),
      },
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
  owner: Pick<TermOwner, 'name'>,
  product: { sku: string },
): Promise<void> {
  const other = others.find((other) => other.minQty === terms.minQty && overlaps(terms, other))
  if (!other) return
  const money = moneyOf(await readWorkspace(context, context.workspaceId))
  throw new InvalidRequest(
    `${owner.name} has an agreed price for "${product.sku}" from a quantity of ${terms.minQty} already: ` +
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

import type { WorkspaceContext } from '../../context.ts'
import { findOwner } from '../../customers/term-owner.ts'
import { InvalidInput } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { productsByIds } from '../price-changes/price-change-basis.ts'
import { movesOf } from '../impact/price-moves.ts'
import { AGREED_PRICES } from '../agreed-price-terms.ts'
import type { PriceMoves } from '../../shared/price-moves.ts'
import { periodOf, timeZoneOf } from './agreed-days.ts'
import type { Days } from './agreed-days.ts'
import { placePrice } from './agreed-price-placement.ts'
import type { AgreedTerms, PlacedPrice } from './agreed-price-placement.ts'
import { agreedPricesFor } from './agreed-price-rows.ts'
import { inDays, overlapOf } from './preview-agreed-price.ts'
import { productsBySku } from '../products-by-sku.ts'
import { requirePeriod } from './set-agreed-price.ts'

type Asked = Days & { group: string; sku: string; unit: number; minQty: number; replaces?: string | undefined }

/**
 * What an agreed price would change for the customers of a price group, at its smallest quantity, now or when it
 * starts. `replaces` is the id of the one that is edited. Throws NotFound and InvalidInput.
 */
export async function previewGroupPrice(context: WorkspaceContext, asked: Asked) {
  const { unit, minQty, replaces } = asked
  const { owner, product, stored } = await findPrices(context, asked)
  const others = stored.filter((other) => other.id !== replaces)
  const timeZone = await timeZoneOf(context)
  const edited = stored.find((other) => other.id === replaces)
  const terms = { unit, minQty, ...periodOf(asked, timeZone, edited) }
  requirePeriod(terms)
  const placement = placePrice(terms, others)
  const ends = placement.kind === 'add' && replaces === undefined ? placement.ends : null
  const now = context.clock()
  const at = terms.startsAt && terms.startsAt > now ? terms.startsAt : now
  const after = [...others.filter((other) => other !== ends), terms]
  return {
    sku: product.sku,
    name: product.name,
    listPrice: product.listPrice,
    qty: minQty,
    at: at.toISOString(),
    moves: await movesOfPrice(context, { groupId: owner.id, productId: product.id, after, qty: minQty, at }),
    ends: inDays(ends, timeZone),
    overlaps: inDays(overlapOf(placement, replaces !== undefined), timeZone),
  }
}

/** What it would change for them if an agreed price were removed, now or when it starts. Throws NotFound. */
export async function previewGroupPriceRemoval(
  context: WorkspaceContext,
  { group, sku, id }: { group: string; sku: string; id: string },
): Promise<PriceMoves | null> {
  const { owner, product, stored } = await findPrices(context, { group, sku })
  const removed = stored.find((price) => price.id === id)
  if (!removed) return null
  const now = context.clock()
  const at = removed.startsAt && removed.startsAt > now ? removed.startsAt : now
  const after = stored.filter((price) => price !== removed)
  return movesOfPrice(context, { groupId: owner.id, productId: product.id, after, qty: removed.minQty, at })
}

async function findPrices(context: WorkspaceContext, { group, sku }: { group: string; sku: string }) {
  const owner = await findOwner(context, { group })
  const product = (await productsBySku(context, [sku])).get(matchingKey(sku))
  if (!product) throw new InvalidInput([{ path: 'sku', message: `There is no product with the SKU "${sku}".` }])
  const stored: PlacedPrice[] = await agreedPricesFor(context, owner, [product.id])
  return { owner, product, stored }
}

type Act = { groupId: string; productId: string; after: readonly AgreedTerms[]; qty: number; at: Date }

function movesOfPrice(context: WorkspaceContext, { groupId, productId, after, qty, at }: Act) {
  const products = () => [productsByIds(context.workspaceId, [productId])]
  return movesOf({ ...context, clock: () => at }, products, {
    groupPrice: { groupId, unit: unitAt(after, qty, at) },
    qty,
  })
}

/** What one unit costs by agreed prices, at a quantity and a time. */
function unitAt(prices: readonly AgreedTerms[], qty: number, at: Date): number | null {
  const agreedPrices = prices.map(({ unit, minQty, startsAt, endsAt }) => ({
    unit,
    minQty,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }))
  const offers = AGREED_PRICES.offers(null, { agreedPrices }, qty, at)
  return offers.find(({ obstacle }) => obstacle === null)?.unit ?? null
}

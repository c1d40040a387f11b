import { listPriceOf, parseDocument, termsOfProduct, productForCustomer } from '../../catalogue/listed-product.ts'
import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { findOwner } from '../../customers/term-owner.ts'
import type { TermOwner } from '../../customers/term-owner.ts'
import { invalidField } from '../../errors.ts'
import type { InvalidInput } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { AGREED_PRICES } from '../agreed-price-terms.ts'
import { priceOf } from '../evaluate-price.ts'
import { impactOf } from '../impact/price-impact.ts'
import { productsByIds } from '../price-changes/price-change-basis.ts'
import { productsBySku } from '../find-product.ts'
import { daysOf, periodOf, timeZoneOf, assignPrice } from './agreed-price-assignment.ts'
import type { Days, AgreedTerms, AssignedPrice } from './agreed-price-assignment.ts'
import { agreedPricesFor, requirePeriod } from './set-agreed-price.ts'

/** `replaces` is the id of the agreed price that is edited. */
type Asked = Days & { sku: string; unit: number; minQty: number; replaces?: string | undefined }

/** What an agreed price would change, at its smallest quantity, now or when it starts. Throws NotFound and InvalidInput. */
export async function previewAgreedPrice(context: WorkspaceContext, asked: Asked & { customer: string }) {
  const { customer, sku } = asked
  const found = await productForCustomer(context, { sku }, { customer })
  if (!found?.customer || !found.terms) {
    await findCustomer(context, customer)
    throw unknownSku(sku)
  }
  const { product, terms, visible } = found
  const { id, name, sku: own } = parseDocument<{ id: string; name: string; sku: string }>(product)
  const stored = await agreedPricesFor(context, { column: 'customer_id', id: found.customer.id }, [id])
  const { after, at, shown } = await place(context, stored, asked)
  const priceWith = (prices: readonly AgreedTerms[]) => {
    const agreedPrices = offered(prices).map((price) => ({ ...price, productId: id }))
    return priceOf(listPriceOf(product), termsOfProduct(product, { ...terms, agreedPrices }), asked.minQty, at)
  }
  return {
    sku: own,
    name,
    listPrice: listPriceOf(product),
    visible,
    before: priceWith(stored),
    after: priceWith(after),
    ...shown,
  }
}

/**
 * What an agreed price would change for the customers of a price group, at its smallest quantity, now or when it
 * starts. Throws NotFound and InvalidInput.
 */
export async function previewGroupPrice(context: WorkspaceContext, asked: Asked & { group: string }) {
  const { owner, product, stored } = await findPrices(context, asked)
  const { after, at, shown } = await place(context, stored, asked)
  const moves = await movesOfPrice(context, { owner, productId: product.id, after, qty: asked.minQty, at })
  return { sku: product.sku, name: product.name, listPrice: product.listPrice, moves, ...shown }
}

/** What it would change for them if an agreed price were removed, now or when it starts. Throws NotFound. */
export async function previewGroupPriceRemoval(
  context: WorkspaceContext,
  { group, sku, id }: { group: string; sku: string; id: string },
): Promise<PriceImpact | null> {
  const { owner, product, stored } = await findPrices(context, { group, sku })
  const removed = stored.find((price) => price.id === id)
  if (!removed) return null
  const [after, at] = [stored.filter((price) => price !== removed), startOf(context, removed)]
  return movesOfPrice(context, { owner, productId: product.id, after, qty: removed.minQty, at })
}

async function findPrices(context: WorkspaceContext, { group, sku }: { group: string; sku: string }) {
  const owner = await findOwner(context, { group })
  const product = (await productsBySku(context, [sku])).get(matchingKey(sku))
  if (!product) throw unknownSku(sku)
  return { owner, product, stored: await agreedPricesFor(context, owner, [product.id]) }
}

function unknownSku(sku: string): InvalidInput {
  return invalidField('sku', `There is no product with the SKU "${sku}".`)
}

/** The prices that there would be with the one that is asked for. Throws InvalidInput for its period. */
async function place(context: WorkspaceContext, stored: readonly AssignedPrice[], { replaces, ...asked }: Asked) {
  const { unit, minQty } = asked
  const others = stored.filter(({ id }) => id !== replaces)
  const timeZone = await timeZoneOf(context)
  const edited = stored.find(({ id }) => id === replaces)
  const terms = { unit, minQty, ...periodOf(asked, timeZone, edited) }
  requirePeriod(terms)
  const placement = assignPrice(terms, others)
  const isNew = replaces === undefined
  const ends = placement.kind === 'add' && isNew ? placement.ends : null
  const at = startOf(context, terms)
  const inDays = (price: AssignedPrice | null) => price && { ...price, ...daysOf(price, timeZone) }
  return {
    after: [...others.filter((other) => other !== ends), terms],
    at,
    shown: { qty: minQty, at: at.toISOString(), ends: inDays(ends), overlaps: inDays(inTheWay(placement, isNew)) },
  }
}

function inTheWay(placement: ReturnType<typeof assignPrice>, isNew: boolean): AssignedPrice | null {
  if (placement.kind === 'overlap') return placement.with
  if (placement.kind === 'change') return placement.of
  return isNew ? null : placement.ends
}

/** Now, or when it starts. */
function startOf({ clock }: WorkspaceContext, { startsAt }: AgreedTerms): Date {
  const now = clock()
  return startsAt && startsAt > now ? startsAt : now
}

type Act = { owner: Pick<TermOwner, 'id'>; productId: string; after: readonly AgreedTerms[]; qty: number; at: Date }

function movesOfPrice(context: WorkspaceContext, { owner, productId, after, qty, at }: Act) {
  const offers = AGREED_PRICES.offers(null, { agreedPrices: offered(after) }, qty, at)
  const unit = offers.find(({ obstacle }) => obstacle === null)?.unit ?? null
  const products = () => [productsByIds(context.workspaceId, [productId])]
  return impactOf({ ...context, clock: () => at }, products, { groupPrice: { groupId: owner.id, unit }, qty })
}

function offered(prices: readonly AgreedTerms[]) {
  return prices.map(({ unit, minQty, startsAt, endsAt }) => ({
    unit,
    minQty,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }))
}

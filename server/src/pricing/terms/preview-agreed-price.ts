import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { InvalidInput } from '../../errors.ts'
import { daysOf, periodOf, timeZoneOf } from './agreed-days.ts'
import type { Days } from './agreed-days.ts'
import { placePrice } from './agreed-price-placement.ts'
import type { AgreedTerms, PlacedPrice } from './agreed-price-placement.ts'
import { agreedPricesFor } from './agreed-price-rows.ts'
import { priceOf } from '../evaluate-price.ts'
import { requirePeriod } from './set-agreed-price.ts'
import { listPriceOf, parseDocument, termsOfProduct } from '../../catalogue/listed-product.ts'
import { productForCustomer } from '../../catalogue/product-for-customer.ts'

type OtherPrice = PlacedPrice & Days

/**
 * What an agreed price would change. `replaces` is the id of the one that is edited. Throws NotFound and InvalidInput.
 */
export async function previewAgreedPrice(
  context: WorkspaceContext,
  input: Days & { customer: string; sku: string; unit: number; minQty: number; replaces?: string | undefined },
) {
  const { customer, sku, replaces, unit, minQty } = input
  const found = await productForCustomer(context, { sku }, { customer })
  if (!found?.customer || !found.terms) {
    await findCustomer(context, customer)
    throw new InvalidInput([{ path: 'sku', message: `There is no product with the SKU "${sku}".` }])
  }
  const { product } = found
  const { id, name, sku: own } = parseDocument<{ id: string; name: string; sku: string }>(product)
  const owner = { column: 'customer_id', id: found.customer.id } as const
  const stored = await agreedPricesFor(context, owner, [id])
  const others = stored.filter((other) => other.id !== replaces)
  const timeZone = await timeZoneOf(context)
  const edited = stored.find((other) => other.id === replaces)
  const terms = { unit, minQty, ...periodOf(input, timeZone, edited) }
  requirePeriod(terms)
  const placement = placePrice(terms, others)
  const ends = placement.kind === 'add' && replaces === undefined ? placement.ends : null
  const now = context.clock()
  const at = terms.startsAt && terms.startsAt > now ? terms.startsAt : now
  const agreed = (prices: AgreedTerms[]) => ({
    ...found.terms!,
    agreedPrices: prices.map((price) => offered(price, id)),
  })
  const priceWith = (prices: AgreedTerms[]) =>
    priceOf(listPriceOf(product), termsOfProduct(product, agreed(prices)), terms.minQty, at)
  return {
    sku: own,
    name,
    listPrice: listPriceOf(product),
    visible: found.visible,
    qty: terms.minQty,
    at: at.toISOString(),
    before: priceWith(stored),
    after: priceWith([...others.filter((other) => other !== ends), terms]),
    ends: inDays(ends, timeZone),
    overlaps: inDays(overlapOf(placement, replaces !== undefined), timeZone),
  }
}

export function overlapOf(placement: ReturnType<typeof placePrice>, replacing: boolean): PlacedPrice | null {
  if (placement.kind === 'overlap') return placement.with
  if (placement.kind === 'change') return placement.of
  return replacing ? placement.ends : null
}

export function inDays(price: PlacedPrice | null, timeZone: string): OtherPrice | null {
  return price && { ...price, ...daysOf(price, timeZone) }
}

function offered({ unit, minQty, startsAt, endsAt }: AgreedTerms, productId: string) {
  return {
    productId,
    unit,
    minQty,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }
}

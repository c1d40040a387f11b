import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { productsInSlices } from '../../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { addAgreed, readPlacedProducts } from '../impact/moved-products.ts'
import type { PlacedProduct } from '../impact/moved-products.ts'
import { readPayer, unitOf } from '../impact/payers.ts'
import type { Agreed, Payer } from '../impact/payers.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { bySku } from '../price-changes/change-lines.ts'
import { nameProducts } from '../price-changes/impact-of-change.ts'
import { readPriceGroup } from '../group-of-customer.ts'
import { lastTermsChange } from '../kinds-of-term.ts'
import { visibleTo } from '../visible-to.ts'
import { StateCache } from '../../database/paging/index.ts'
import { WHOLE_BP } from '../../shared/basis-points.ts'
import { isLargeEffect } from '../../shared/price-moves.ts'
import { withDiscount } from './moves-of-discount.ts'
import { findRule, findScope } from './set-discount.ts'
import type { DiscountScope } from './set-discount.ts'

/** As many of the products that change most are named. */
const NAMED = 5

/** Cached effects, of all workspaces together. */
const MAX_EFFECTS = 1_000

/** A product whose price would change, for one unit, in minor units. */
type ChangedPrice = { productId: string; sku: string; name: string; before: number; after: number }

type DiscountEffect = {
  /** The customer's present discount with the same scope, in basis points. */
  presentBp: number | null
  /** Products with a list price in the scope that the customer sees. */
  products: number
  up: number
  down: number
  /** Those that have an agreed price for one unit now: no discount changes it. */
  agreed: number
  /** The products whose price changes most, in minor units. */
  largest: ChangedPrice[]
  /** Many prices change, or one by more than half: to be asked for twice. */
  isLarge: boolean
}

type Preview = { customer: string; on: DiscountScope; discountBp: number | null }

const effects = new StateCache<DiscountEffect>({ max: MAX_EFFECTS })

/**
 * What a discount would change for a customer, at a quantity of 1, now. A discount of null removes the present one.
 * Products are read in slices. Throws NotFound, naming the customer, the brand or the category.
 */
export async function previewDiscount(context: WorkspaceContext, input: Preview): Promise<DiscountEffect> {
  const { runQueued = (work) => work() } = context
  const name = JSON.stringify([input, await lastTermsChange(context, context.clock())])
  return runQueued(() => effects.read(context, name, () => preview(context, input)))
}

type Moved = { product: PlacedProduct; before: number; after: number }

async function preview(context: WorkspaceContext, { customer, on, discountBp }: Preview): Promise<DiscountEffect> {
  const { id } = await findCustomer(context, customer)
  const scope = await findScope(context, on)
  const presentBp = (await findRule(context, { column: 'customer_id', id }, scope))?.discount_bp ?? null
  const payer = await readPayer(context, { id, groupId: (await readPriceGroup(context, id))?.id ?? null })
  const settled = withDiscount(payer, scope, discountBp)
  const effect = { presentBp, products: 0, up: 0, down: 0, agreed: 0 }
  let largest: Moved[] = []
  let halves = false
  const filter = { brand: scope.brandId ?? undefined, category: scope.categoryId ?? undefined }
  for await (const slice of productsInSlices(context, filter)) {
    const { products, agreed } = await readSeen(context, slice, payer)
    const moved = await mapInSlices(products, (product): Moved[] => {
      const { listPrice } = product
      const [before, after] = [payer, settled].map((one) => unitOf(one, product, { listPrice, agreed })!)
      return before === after ? [] : [{ product, before: before!, after: after! }]
    })
    const all = moved.flat()
    effect.products += products.length
    effect.up += all.filter(({ before, after }) => after > before).length
    effect.down += all.filter(({ before, after }) => after < before).length
    effect.agreed += agreed.get(id)?.size ?? 0
    largest = [...largest, ...all].toSorted(byChange).slice(0, NAMED)
    halves ||= all.some(({ before, after }) => isLargeEffect(0, (Math.abs(after - before) * WHOLE_BP) / before))
  }
  const names = await nameProducts(
    context,
    largest.map(({ product }) => product.id),
  )
  return {
    ...effect,
    largest: largest.flatMap(({ product: { id: productId }, before, after }) => {
      const product = names.get(productId)
      return product ? [{ productId, ...product, before, after }] : []
    }),
    isLarge: isLargeEffect(effect.up + effect.down, 0) || halves,
  }
}

/** The products of a slice with a list price that a customer sees, and what is agreed for it. */
async function readSeen(context: WorkspaceContext, slice: RawBuilder<unknown>, { id, group }: Payer) {
  const isSeen = sql<boolean>`p.list_price is not null and ${visibleTo(context.workspaceId, sql`${id}::uuid`)}`
  const products = await readPlacedProducts(context, slice, isSeen)
  const agreed: Agreed<PlacedProduct> = new Map()
  const owners = [id, ...(group ? [group.id] : [])]
  await addAgreed(context, agreed, products, { at: context.clock(), owners })
  return { products, agreed }
}

/** The largest change first, then by SKU, byte by byte. */
function byChange(a: Moved, b: Moved): number {
  return Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || bySku(a.product, b.product)
}

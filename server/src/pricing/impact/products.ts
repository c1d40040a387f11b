import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { pack, unpack, unpackColumns } from '../../database/paging/index.ts'
import type { Packed } from '../../database/paging/index.ts'
import { textArray } from '../../database/rowset.ts'
import { AGREED_PRICES } from '../agreed-price-terms.ts'
import { holds, isNotOver } from '../kind-of-term.ts'
import type { AgreedUnit, Filed, Offer } from './payers.ts'

/** Products of a statement that reads all agreed prices on them. */
const AGREED_PRODUCTS = 1_000
/** Products of a statement that reads who sees them: a product is for up to 200 customers. */
const ACCESS_PRODUCTS = 25

/** What the discounts on a product, and its customers, follow from. `viewers` are ids of customers; null for all. */
export type PriceFactors = Filed & { viewers: readonly string[] | null }

/** A product before and after an act. `skuKey` is JSON: a key may have any character. */
export type Compared = { id: string; skuKey: string; before: PriceFactors & Offer; after: PriceFactors & Offer }

/** The agreed prices of one unit, in minor units, by customer and by price group. */
export type Agreed = Map<string, Map<Compared, number>>

export function agreedOn(agreed: Agreed, product: Compared): AgreedUnit {
  return (owner) => agreed.get(owner)?.get(product)
}

/** Whether an act changes what the prices of a product follow from. */
export function hasOtherFactors({ before, after }: Compared): boolean {
  const [saw, sees] = [before.viewers, after.viewers]
  const isSeenAlike = saw === null || sees === null ? saw === sees : isDeepStrictEqual(new Set(saw), new Set(sees))
  return before.brandId !== after.brandId || before.categoryId !== after.categoryId || !isSeenAlike
}

const COLUMNS = {
  id: sql`p.id`,
  skuKey: sql`to_json(p.sku_key)`,
  brandId: sql`p.brand_id`,
  categoryId: sql`p.category_id`,
  viewers: sql`case when p.active then p.visibility end`,
}
type Column = keyof typeof COLUMNS | 'before' | 'after'

type Reading = {
  condition?: RawBuilder<boolean>
  /** List prices, in minor units: those of the products unless given. */
  before?: RawBuilder<unknown>
  after?: RawBuilder<unknown>
}

/** The products `p` of a relation that fulfil a condition, in its order: those in sale if it is left out. */
export async function readCompared(
  context: WorkspaceContext,
  products: RawBuilder<unknown>,
  { condition = sql`p.active`, before = sql`p.list_price`, after = before }: Reading = {},
): Promise<Compared[]> {
  const columns = { ...COLUMNS, before, after }
  const { rows } = await sql<Packed<Column>>`
    select ${pack(columns)} from ${products} p where ${condition}`.execute(context.db)
  const found = unpack<Column>(columns, rows[0]!)
  const selected = found.flatMap(({ id, viewers }) => (viewers === 'selected' ? [id] : []))
  const access = await readAccess(context, selected)
  // One text for all products of a brand: there are many products in memory.
  const shared = new Map<string, string>()
  const once = (id: string) => shared.getOrInsert(id, id)
  return found.map(({ id, skuKey, brandId, categoryId, viewers, before, after }) => {
    const place = {
      brandId: once(brandId),
      categoryId: once(categoryId),
      viewers: viewers === 'all' ? null : (access.get(id) ?? []),
      listPrice: before === '' ? null : Number(before),
    }
    if (after === before) return { id, skuKey, before: place, after: place }
    return { id, skuKey, before: place, after: { ...place, listPrice: after === '' ? null : Number(after) } }
  })
}

const PAIR = { customerId: sql`customer_id`, productId: sql`product_id` }

/** The ids of the customers who see products that only some customers see. */
async function readAccess({ db, workspaceId }: WorkspaceContext, productIds: readonly string[]) {
  const viewers = new Map<string, string[]>()
  const shared = new Map<string, string>()
  for (let from = 0; from < productIds.length; from += ACCESS_PRODUCTS) {
    const ids = textArray(productIds.slice(from, from + ACCESS_PRODUCTS))
    const { rows } = await sql<Packed<keyof typeof PAIR>>`
      select ${pack(PAIR)} from unnest(${ids}) as asked(id) cross join lateral (
        select a.customer_id, a.product_id from product_access a
        where a.workspace_id = ${workspaceId} and a.product_id = asked.id::uuid offset 0) found`.execute(db)
    for (const { customerId, productId } of unpack<keyof typeof PAIR>(PAIR, rows[0]!)) {
      viewers.getOrInsertComputed(productId, () => []).push(shared.getOrInsert(customerId, customerId))
    }
  }
  return viewers
}

const AGREED = { position: sql`position`, ownerId: sql`owner_id`, unit: sql`unit`, isNow: sql`is_now` }

type Asked = {
  at: Date
  /** 1 if left out. */
  qty?: number | undefined
  /** They are added to these. */
  agreed?: Agreed
  /** Only theirs: ids of customers and price groups. */
  owners?: readonly string[]
  /** Is called for each price that applies now or later, at any quantity, in minor units. */
  each?: (product: Compared, unit: number) => void
}

/**
 * The agreed prices for a quantity of products. There is one index lookup for each product. Those of customers who are
 * out of use are left out, unless `owners` has them.
 */
export async function readAgreed(
  { db, workspaceId }: WorkspaceContext,
  products: readonly Compared[],
  { at, qty = 1, agreed = new Map(), owners, each }: Asked,
): Promise<Agreed> {
  const isTheirs = owners
    ? sql`coalesce(r.customer_id, r.group_id) = any(${textArray(owners)}::uuid[])`
    : sql`(r.customer_id is null or r.customer_id not in (
        select id from customer where workspace_id = ${workspaceId} and not active))`
  for (let from = 0; from < products.length; from += AGREED_PRODUCTS) {
    const slice = products.slice(from, from + AGREED_PRODUCTS)
    // The last one of an owner counts: the largest minimum quantity, and of two the lower price.
    const { rows } = await sql<Packed<keyof typeof AGREED>>`
      select ${pack(AGREED)} from unnest(${textArray(slice.map(({ id }) => id))}) with ordinality as asked(id, position)
      cross join lateral (
        select coalesce(r.customer_id, r.group_id) as owner_id, r.unit,
          r.min_qty <= ${qty} and ${holds(AGREED_PRICES, at)} as is_now
        from agreed_price r
        where r.workspace_id = ${workspaceId} and r.product_id = asked.id::uuid and ${isNotOver(AGREED_PRICES, at)}
          and ${isTheirs}
        order by r.min_qty, r.unit desc) r`.execute(db)
    const { position, ownerId, unit, isNow } = unpackColumns(rows[0]!)
    for (const [i, owner] of ownerId.entries()) {
      const [product, price] = [slice[Number(position[i]) - 1]!, Number(unit[i])]
      if (isNow[i] === 'true') agreed.getOrInsertComputed(owner, () => new Map()).set(product, price)
      each?.(product, price)
    }
  }
  return agreed
}

type WithKey = Pick<Compared, 'skuKey'>

/** By SKU, byte by byte, as the database orders keys. */
export function bySku(a: WithKey, b: WithKey): number {
  return Buffer.compare(bytesOf(a), bytesOf(b))
}

export function sortedBySku(products: readonly Compared[]): Compared[] {
  const keyed = products.map((product) => ({ product, key: bytesOf(product) }))
  return keyed.toSorted((a, b) => Buffer.compare(a.key, b.key)).map(({ product }) => product)
}

function bytesOf({ skuKey }: WithKey): Buffer {
  return Buffer.from(JSON.parse(skuKey))
}

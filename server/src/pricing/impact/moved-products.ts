import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import { AGREED_PRICES } from '../agreed-price-terms.ts'
import { holds, isNotOver } from '../kind-of-term.ts'
import { pack, unpack, unpackColumns } from '../../database/paging/index.ts'
import type { Packed } from '../../database/paging/index.ts'
import type { Agreed, Filed } from './payers.ts'

/** Products of a statement that reads who sees them: a product is for up to 200 customers. */
const ACCESS_PRODUCTS = 25

/** What the discounts on a product, and its customers, follow from. `viewers` are ids of customers; null for all. */
export type Place = Filed & { viewers: readonly string[] | null }

/** A product in sale. `listPrice` is in minor units. `skuKey` is JSON: a key may have any character. */
export type PlacedProduct = Place & { id: string; skuKey: string; listPrice: number | null }

/** A product before an act, and where it is after it. */
export type MovedProduct = { before: Omit<PlacedProduct, 'skuKey'>; after: Place }

/** Whether an act changes where a product is. */
export function isMoved({ before, after }: MovedProduct): boolean {
  const [saw, sees] = [before.viewers, after.viewers]
  const isSeenAlike = saw === null || sees === null ? saw === sees : isDeepStrictEqual(new Set(saw), new Set(sees))
  return before.brandId !== after.brandId || before.categoryId !== after.categoryId || !isSeenAlike
}

const COLUMNS = {
  id: sql`p.id`,
  skuKey: sql`to_json(p.sku_key)`,
  brandId: sql`p.brand_id`,
  categoryId: sql`p.category_id`,
  listPrice: sql`p.list_price`,
  visibility: sql`p.visibility`,
}
type Column = keyof typeof COLUMNS

/** The products `p` of a slice that are in sale and fulfil a condition. */
export async function readPlacedProducts(
  context: WorkspaceContext,
  slice: RawBuilder<unknown>,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<PlacedProduct[]> {
  const { rows } = await sql<Packed<Column>>`
    select ${pack(COLUMNS)} from ${slice} p where p.active and ${condition}`.execute(context.db)
  const found = unpack<Column>(COLUMNS, rows[0]!)
  const selected = found.filter(({ visibility }) => visibility === 'selected')
  const viewers = new Map<string, string[]>(selected.map(({ id }) => [id, []]))
  for await (const { productId, customerId } of readAccess(context, [...viewers.keys()])) {
    viewers.get(productId)!.push(customerId)
  }
  return found.map(({ id, skuKey, brandId, categoryId, listPrice }) => ({
    id,
    skuKey,
    brandId,
    categoryId,
    viewers: viewers.get(id) ?? null,
    listPrice: listPrice === '' ? null : Number(listPrice),
  }))
}

const PAIR = { customerId: sql`customer_id`, productId: sql`product_id` }

/** Who sees products that only some customers see. */
export async function* readAccess({ db, workspaceId }: WorkspaceContext, productIds: readonly string[]) {
  for (let from = 0; from < productIds.length; from += ACCESS_PRODUCTS) {
    const ids = textArray(productIds.slice(from, from + ACCESS_PRODUCTS))
    const { rows } = await sql<Packed<keyof typeof PAIR>>`
      select ${pack(PAIR)} from unnest(${ids}) as asked(id) cross join lateral (
        select a.customer_id, a.product_id from product_access a
        where a.workspace_id = ${workspaceId} and a.product_id = asked.id::uuid offset 0) found`.execute(db)
    yield* unpack<keyof typeof PAIR>(PAIR, rows[0]!)
  }
}

const AGREED = { position: sql`position`, ownerId: sql`owner_id`, unit: sql`unit`, isNow: sql`is_now` }

type Asked<Product> = {
  at: Date
  /** 1 if left out. */
  qty?: number | undefined
  /** Only theirs: ids of customers and price groups. */
  owners?: readonly string[]
  /** Is called for each price that applies now or later, at any quantity, in minor units. */
  each?: (product: Product, unit: number) => void
}

/**
 * Adds the agreed prices for a quantity of products at a time. There is one index lookup for each product. Those of
 * customers who are out of use are left out.
 */
export async function addAgreed<Product extends { id: string }>(
  { db, workspaceId }: WorkspaceContext,
  agreed: Agreed<Product>,
  products: readonly Product[],
  { at, qty = 1, owners, each }: Asked<Product>,
): Promise<void> {
  const ids = textArray(products.map(({ id }) => id))
  const isTheirs = owners
    ? sql`coalesce(r.customer_id, r.group_id) = any(${textArray(owners)}::uuid[])`
    : sql`(r.customer_id is null or r.customer_id not in (
        select id from customer where workspace_id = ${workspaceId} and not active))`
  // The last one of an owner counts: the largest minimum quantity, and of two the lower price.
  const { rows } = await sql<Packed<keyof typeof AGREED>>`
    select ${pack(AGREED)} from unnest(${ids}) with ordinality as asked(id, position) cross join lateral (
      select coalesce(r.customer_id, r.group_id) as owner_id, r.unit,
        r.min_qty <= ${qty} and ${holds(AGREED_PRICES, at)} as is_now
      from agreed_price r
      where r.workspace_id = ${workspaceId} and r.product_id = asked.id::uuid and ${isNotOver(AGREED_PRICES, at)}
        and ${isTheirs}
      order by r.min_qty, r.unit desc) r`.execute(db)
  const { position, ownerId, unit, isNow } = unpackColumns(rows[0]!)
  for (const [i, owner] of ownerId.entries()) {
    const [product, price] = [products[Number(position[i]) - 1]!, Number(unit[i])]
    if (isNow[i] === 'true') agreed.getOrInsertComputed(owner, () => new Map()).set(product, price)
    each?.(product, price)
  }
}

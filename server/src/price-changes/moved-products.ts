import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { AGREED_PRICES } from '../pricing/agreed-price-terms.ts'
import { holds } from '../pricing/kind-of-term.ts'
import { pack, unpack } from '../reading/index.ts'
import type { Packed } from '../reading/index.ts'
import { isRelevantAgreedPrice } from './price-change-basis.ts'
import { readAccess } from './read-change-lines.ts'

/** What the discounts on a product, and its customers, follow from. */
export type Place = {
  /** Empty without one. */
  brandId: string
  categoryId: string
  /** Ids of the customers that see it; null for all. */
  viewers: readonly string[] | null
}

/** A product in sale. `listPrice` is in minor units. */
export type PlacedProduct = Place & { id: string; listPrice: number | null }

/** A product before an act, and where it is after it. */
export type MovedProduct = { before: PlacedProduct; after: Place }

/** Whether an act changes where a product is. */
export function isMoved({ before, after }: MovedProduct): boolean {
  const [saw, sees] = [before.viewers, after.viewers]
  const isSeenAlike = saw === null || sees === null ? saw === sees : isDeepStrictEqual(new Set(saw), new Set(sees))
  return before.brandId !== after.brandId || before.categoryId !== after.categoryId || !isSeenAlike
}

const COLUMNS = {
  id: sql`p.id`,
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
  condition: RawBuilder<boolean>,
): Promise<PlacedProduct[]> {
  const { rows } = await sql<Packed<Column>>`
    select ${pack(COLUMNS)} from ${slice} p where p.active and ${condition}`.execute(context.db)
  const found = unpack<Column>(COLUMNS, rows[0]!)
  const selected = found.filter(({ visibility }) => visibility === 'selected')
  const viewers = new Map<string, string[]>(selected.map(({ id }) => [id, []]))
  for await (const { pairs } of readAccess(context, [...viewers.keys()])) {
    for (const { productId, customerId } of pairs) viewers.get(productId)!.push(customerId)
  }
  return found.map(({ id, brandId, categoryId, listPrice }) => ({
    id,
    brandId,
    categoryId,
    viewers: viewers.get(id) ?? null,
    listPrice: listPrice === '' ? null : Number(listPrice),
  }))
}

const AGREED = {
  productId: sql`product_id`,
  customerId: sql`customer_id`,
  groupId: sql`group_id`,
  unit: sql`unit`,
}

/** Agreed prices for a quantity of a product: the customers who have one, and those of price groups, in minor units. */
export type AgreedOn = { customers: string[]; groups: Map<string, number> }

/** The agreed prices for a quantity of products now, by product: no discount moves them. */
export async function readAgreed(
  { db, workspaceId, clock }: WorkspaceContext,
  ids: readonly string[],
  qty = 1,
): Promise<Map<string, AgreedOn>> {
  const at = clock()
  const { rows } = await sql<Packed<keyof typeof AGREED>>`
    select ${pack(AGREED)} from unnest(${textArray(ids)}) as asked(id) cross join lateral (
      select r.product_id, r.customer_id, r.group_id, 
        (array_agg(r.unit order by r.min_qty desc, r.unit))[1] as unit
      from agreed_price r
      where r.workspace_id = ${workspaceId} and r.product_id = asked.id::uuid and r.min_qty <= ${qty}
        and ${holds(AGREED_PRICES, at)} and ${isRelevantAgreedPrice(workspaceId, at)}
      group by 1, 2, 3) agreed`.execute(db)
  const agreed = new Map<string, AgreedOn>()
  for (const { productId, customerId, groupId, unit } of unpack<keyof typeof AGREED>(AGREED, rows[0]!)) {
    const { customers, groups } = agreed.getOrInsertComputed(productId, () => ({ customers: [], groups: new Map() }))
    if (customerId === '') groups.set(groupId, Number(unit))
    else customers.push(customerId)
  }
  return agreed
}

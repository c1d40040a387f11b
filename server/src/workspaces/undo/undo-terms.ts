import { sql } from 'kysely'
import type { KeptLine } from '../activity/kept-edits.ts'
import { withSameVersion } from '../activity/record-versions.ts'
import { overlaps } from '../../pricing/terms/agreed-price-placement.ts'
import type { AgreedTerms } from '../../pricing/terms/agreed-price-placement.ts'
import {
  agreedPricesFor,
  agreedPricesOf,
  deleteAgreedPrices,
  updateAgreedPrices,
} from '../../pricing/terms/agreed-price-rows.ts'
import type { StoredPrice } from '../../pricing/terms/agreed-price-rows.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockPriceGroup } from '../../customers/find-price-group.ts'
import { lockCustomers } from '../../customers/resolve-customers.ts'
import { rowset } from '../../database/rowset.ts'
import { deleteDiscounts, updateDiscounts } from '../../pricing/terms/discount-rows.ts'
import type { UndoKind } from './undo-lines.ts'

/** Discounts. Of one it keeps the figure. */
export const discounts: UndoKind<{ discountBp: number }> = {
  versioned: 'discount_rule',
  intact: (context, lines) => withSameVersion(context, 'discount_rule', lines),
  lock: (trx, lines) => lockOwners(trx, 'discount_rule', lines),
  restore: (trx, lines) =>
    updateDiscounts(
      trx,
      lines.map(({ id, before }) => ({ id, ...before })),
    ),
  remove: deleteDiscounts,
}

/** Agreed prices. One that would overlap another one now is left. */
export const agreedPrices: UndoKind<AgreedTerms> = {
  versioned: 'agreed_price',
  intact: async (context, lines) => {
    const same = await withSameVersion(context, 'agreed_price', lines)
    const removed = new Set(same.flatMap(({ id, before }) => (before === null ? [id] : [])))
    const stored = await readPrices(context, same)
    const old = same.flatMap((line) =>
      line.before === null ? [] : [{ ...stored.get(line.id)!, ...termsOf(line.before) }],
    )
    const beside = (await pricesBeside(context, old)).filter(({ id }) => !removed.has(id))
    const fitting = withoutOverlaps(old, beside)
    return same.filter(({ id }) => removed.has(id) || fitting.has(id))
  },
  lock: (trx, lines) => lockOwners(trx, 'agreed_price', lines),
  restore: (trx, lines) =>
    updateAgreedPrices(
      trx,
      lines.map(({ id, before }) => ({ id, ...termsOf(before) })),
    ),
  remove: deleteAgreedPrices,
}

/** Locks the customers and price groups that have the terms: one call at a time changes those of an owner. */
async function lockOwners(
  trx: WorkspaceContext,
  table: 'discount_rule' | 'agreed_price',
  lines: readonly KeptLine[],
): Promise<void> {
  const asked = lines.map(({ id }) => ({ id }))
  const { rows } = await sql<{ customerId: string | null; groupId: string | null }>`
    select distinct found.* from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select customer_id as "customerId", group_id as "groupId" from ${sql.table(table)}
      where workspace_id = ${trx.workspaceId} and id = asked.id limit 1) found`.execute(trx.db)
  await lockCustomers(
    trx,
    rows.flatMap(({ customerId }) => customerId ?? []),
  )
  for (const group of rows.flatMap(({ groupId }) => groupId ?? []).toSorted()) await lockPriceGroup(trx, group)
}

/** A price of a customer, or of a price group: the other id is null. */
type RowOfPrice = StoredPrice & { customerId: string | null; groupId: string | null }

/** From JSON, which has times as texts. */
function termsOf({ startsAt, endsAt, ...terms }: AgreedTerms): AgreedTerms {
  return { ...terms, startsAt: startsAt && new Date(startsAt), endsAt: endsAt && new Date(endsAt) }
}

async function readPrices(
  { db, workspaceId }: WorkspaceContext,
  lines: readonly KeptLine[],
): Promise<Map<string, RowOfPrice>> {
  const asked = lines.map(({ id }) => ({ id }))
  const { rows } = await sql<RowOfPrice>`
    select found.* from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id, customer_id as "customerId", group_id as "groupId", product_id as "productId", unit, min_qty as "minQty",
        starts_at as "startsAt", ends_at as "endsAt"
      from agreed_price where workspace_id = ${workspaceId} and id = asked.id limit 1) found`.execute(db)
  return new Map(rows.map((price) => [price.id, price]))
}

/** All prices of the same owners for the same products. */
async function pricesBeside(context: WorkspaceContext, prices: readonly RowOfPrice[]): Promise<RowOfPrice[]> {
  const pairs = prices.flatMap(({ customerId, productId }) => (customerId === null ? [] : [{ customerId, productId }]))
  const beside: RowOfPrice[] = (await agreedPricesOf(context, pairs)).map((price) => ({ ...price, groupId: null }))
  for (const [groupId, theirs] of Map.groupBy(prices, (price) => price.groupId)) {
    if (groupId === null) continue
    const ids = theirs.map(({ productId }) => productId)
    const found = await agreedPricesFor(context, { id: groupId, column: 'group_id' }, ids)
    beside.push(...found.map((price) => ({ ...price, customerId: null, groupId })))
  }
  return beside
}

/** The ids of the old prices that overlap none of the present ones, nor each other. */
function withoutOverlaps(old: readonly RowOfPrice[], present: readonly RowOfPrice[]): Set<string> {
  const isOld = new Set(old.map(({ id }) => id))
  const others = Map.groupBy(
    present.filter(({ id }) => !isOld.has(id)),
    placeOf,
  )
  const fitting = old.filter((price) => {
    const place = placeOf(price)
    const beside = others.get(place) ?? []
    const fits = !beside.some((other) => other.minQty === price.minQty && overlaps(other, price))
    // One that is left keeps its present terms.
    const left = fits ? price : present.find(({ id }) => id === price.id)!
    others.set(place, [...beside, left])
    return fits
  })
  return new Set(fitting.map(({ id }) => id))
}

function placeOf({ customerId, groupId, productId }: RowOfPrice): string {
  return `${customerId ?? groupId} ${productId}`
}

import { sql } from 'kysely'
import { withSameVersion } from '../../workspaces/activity/record-versions.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockPriceGroup } from '../../customers/find-price-group.ts'
import { lockCustomers } from '../../customers/resolve-customers.ts'
import { rowset } from '../../database/rowset.ts'
import { overlaps } from './agreed-price-placement.ts'
import type { AgreedTerms } from './agreed-price-placement.ts'
import { agreedPricesFor, agreedPricesOf, deleteAgreedPrices, updateAgreedPrices } from './agreed-price-rows.ts'
import type { StoredPrice } from './agreed-price-rows.ts'

/** What an agreed price was; null for one that was added. `version` is the one that it got then. */
export type AgreedPriceBefore = { id: string; before: AgreedTerms | null; version: string | null }

/** A price of a customer, or of a price group: the other id is null. */
type RowOfPrice = StoredPrice & { customerId: string | null; groupId: string | null }

/**
 * Gives agreed prices their old terms back, and removes those that were added. What anybody has changed since is left,
 * and what would overlap another price now. Returns the ids that were restored and removed. Call it in a transaction.
 */
export async function restoreAgreedPrices(
  trx: WorkspaceContext,
  asked: readonly AgreedPriceBefore[],
): Promise<{ restored: string[]; removed: string[] }> {
  const present = await lockPrices(
    trx,
    asked.map(({ id }) => id),
  )
  const { restored, removed } = await planRestore(trx, asked, present)
  await deleteAgreedPrices(trx, removed)
  await updateAgreedPrices(trx, restored)
  return { restored: restored.map(({ id }) => id), removed }
}

/** The ids of those that `restoreAgreedPrices` would restore or remove now. */
export async function intactAgreedPrices(
  context: WorkspaceContext,
  asked: readonly AgreedPriceBefore[],
): Promise<string[]> {
  const rows = await readPrices(
    context,
    asked.map(({ id }) => id),
  )
  const { restored, removed } = await planRestore(context, asked, new Map(rows.map((price) => [price.id, price])))
  return [...restored.map(({ id }) => id), ...removed]
}

async function planRestore(
  context: WorkspaceContext,
  asked: readonly AgreedPriceBefore[],
  present: ReadonlyMap<string, RowOfPrice>,
): Promise<{ restored: RowOfPrice[]; removed: string[] }> {
  const intact = await withSameVersion(context, 'agreed_price', asked)
  const removed = new Set(intact.flatMap(({ id, before }) => (before ? [] : [id])))
  const old = intact.flatMap(({ id, before }) => (before ? [{ ...present.get(id)!, ...before }] : []))
  const beside = (await pricesBeside(context, old)).filter(({ id }) => !removed.has(id))
  return { restored: withoutOverlaps(old, beside), removed: [...removed] }
}

/** The prices with these ids, with their owners locked: one call at a time changes the prices of an owner. */
async function lockPrices(trx: WorkspaceContext, ids: readonly string[]) {
  const { customers, groups } = ownersOf(await readPrices(trx, ids))
  await lockCustomers(trx, customers)
  for (const group of groups) await lockPriceGroup(trx, group)
  // Read again, now that nobody else changes them.
  const rows = await readPrices(trx, ids)
  return new Map(rows.map((price) => [price.id, price]))
}

/** The ids of the customers and price groups that have the prices. */
function ownersOf(prices: readonly RowOfPrice[]): { customers: string[]; groups: string[] } {
  const ids = (owner: 'customerId' | 'groupId') => [...new Set(prices.flatMap((price) => price[owner] ?? []))]
  return { customers: ids('customerId'), groups: ids('groupId').toSorted() }
}

/** All prices of the same owners for the same products. */
async function pricesBeside(context: WorkspaceContext, prices: readonly RowOfPrice[]): Promise<RowOfPrice[]> {
  const pairs = prices.flatMap(({ customerId, productId }) => (customerId === null ? [] : [{ customerId, productId }]))
  const ofCustomers = (await agreedPricesOf(context, pairs)).map((price) => ({ ...price, groupId: null }))
  const ofGroups = ownersOf(prices).groups.map(async (groupId) => {
    const theirs = prices.filter((price) => price.groupId === groupId).map(({ productId }) => productId)
    const found = await agreedPricesFor(context, { id: groupId, column: 'group_id' }, theirs)
    return found.map((price) => ({ ...price, customerId: null, groupId }))
  })
  return [...ofCustomers, ...(await Promise.all(ofGroups)).flat()]
}

async function readPrices(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  ids: readonly string[],
): Promise<RowOfPrice[]> {
  const asked = ids.map((id) => ({ id }))
  const { rows } = await sql<RowOfPrice>`
    select found.* from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id, customer_id as "customerId", group_id as "groupId", product_id as "productId", unit, min_qty as "minQty",
        starts_at as "startsAt", ends_at as "endsAt"
      from agreed_price where workspace_id = ${workspaceId} and id = asked.id limit 1) found`.execute(db)
  return rows
}

/** Those of the old prices that overlap none of the present ones, nor each other. */
function withoutOverlaps(old: readonly RowOfPrice[], present: readonly RowOfPrice[]): RowOfPrice[] {
  const isRestored = new Set(old.map(({ id }) => id))
  const others = Map.groupBy(
    present.filter(({ id }) => !isRestored.has(id)),
    placeOf,
  )
  return old.filter((price) => {
    const place = placeOf(price)
    const beside = others.get(place) ?? []
    const fits = !beside.some((other) => other.minQty === price.minQty && overlaps(other, price))
    // One that is left keeps its present terms.
    const left = fits ? price : present.find(({ id }) => id === price.id)!
    others.set(place, [...beside, left])
    return fits
  })
}

function placeOf({ customerId, groupId, productId }: RowOfPrice): string {
  return `${customerId ?? groupId} ${productId}`
}

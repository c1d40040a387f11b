import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import type { Compared } from '../impact/products.ts'
import { AGREED_PRICES } from '../agreed-price-terms.ts'
import { holds, isNotOver } from '../kind-of-term.ts'
import { firstBySku } from './change-lines.ts'
import type { ChangeTerms } from './change-lines.ts'
import type { Kept } from './customers-hit.ts'
import { ownerName } from './price-change-basis.ts'

/** Lists up to this many agreed prices above the new list price, and up to so many that keep a customer's price. */
const MAX_LISTED = 50

type AgreedRow = {
  id: string
  customerId: string | null
  groupId: string | null
  accountCode: string | null
  /** Name of the customer, or of the price group. */
  owner: string
  sku: string
  /** Minor units, as the list prices. */
  unit: number
  minQty: number
  endsAt: Date | null
}

/** An agreed price that is higher than the new list price, in minor units. */
type Inverted = { id: string; productId: string; sku: string; unit: number; newPrice: number; minQty: number }
type InvertedOfCustomer = Inverted & { customerId: string; accountCode: string | null; customer: string }
type InvertedOfGroup = Inverted & { groupId: string; group: string }

/** The first agreed prices, by SKU, that keep the price of a customer who sees the product as it is. */
export async function firstShields(context: WorkspaceContext, kept: Kept, at: Date) {
  const first = firstBySku(kept.keys(), MAX_LISTED)
  const pairs = first
    .flatMap((line) => [...kept.get(line)!].map((owner) => ({ product_id: line.id, owner_id: owner })))
    .slice(0, MAX_LISTED)
  const isOne = sql`r.min_qty = 1 and ${holds(AGREED_PRICES, at)} and (r.product_id, coalesce(r.customer_id, r.group_id)) in (
    select product_id, owner_id from ${rowset(pairs, 'product_id uuid, owner_id uuid', 'shield')})`
  const rows = await listAgreed(context, first, { condition: isOne, order: sql`owner, r.id` })
  return rows.map(({ line, id, customerId, groupId, owner, sku, unit, endsAt }) => ({
    id,
    customerId,
    groupId,
    customer: owner,
    productId: line.id,
    sku,
    unit,
    currentPrice: line.before.listPrice,
    newPrice: line.after.listPrice!,
    endsAt: endsAt?.toISOString() ?? null,
  }))
}

/** The first agreed prices above the new list price, by SKU: those of customers, and those of price groups. */
export async function firstInverted(context: WorkspaceContext, { inverted }: ChangeTerms, at: Date) {
  const first = firstBySku(inverted.keys(), MAX_LISTED)
  const isOne = sql`r.unit > asked.new_price and ${isNotOver(AGREED_PRICES, at)}
    and (r.customer_id is null or exists (
      select from customer c where c.workspace_id = ${context.workspaceId} and c.id = r.customer_id and c.active))`
  const rows = await listAgreed(context, first, { condition: isOne, order: sql`r.unit desc, r.id` })
  const [listed, ofGroups] = [[], []] as [InvertedOfCustomer[], InvertedOfGroup[]]
  for (const { line, id, customerId, groupId, accountCode, owner, sku, unit, minQty } of rows) {
    const inverted = { id, productId: line.id, sku, unit, newPrice: line.after.listPrice!, minQty }
    // Each kind of owner has a list of its own: a row of `listed` always has a customer.
    if (customerId !== null) listed.push({ ...inverted, customerId, accountCode, customer: owner })
    if (groupId !== null) ofGroups.push({ ...inverted, groupId, group: owner })
  }
  return { listed, ofGroups }
}

type Which = { condition: RawBuilder<unknown>; order: RawBuilder<unknown> }

/** The first agreed prices `r` on lines that fulfil a condition, in the order of the lines. */
async function listAgreed(
  { db, workspaceId }: WorkspaceContext,
  lines: readonly Compared[],
  { condition, order }: Which,
): Promise<(AgreedRow & { line: Compared })[]> {
  if (lines.length === 0) return []
  const asked = lines.map(({ id, after }, position) => ({ product_id: id, new_price: after.listPrice, position }))
  const { rows } = await sql<AgreedRow & { position: number }>`
    select r.id, r.customer_id as "customerId", r.group_id as "groupId", ${ownerName(workspaceId)} as owner,
      (select account_code from customer where workspace_id = ${workspaceId} and id = r.customer_id) as "accountCode",
      p.sku, r.unit, r.min_qty as "minQty", r.ends_at as "endsAt", asked.position
    from ${rowset(asked, 'product_id uuid, new_price bigint, position integer', 'asked')}
    join agreed_price r on r.workspace_id = ${workspaceId} and r.product_id = asked.product_id
    join product p on p.workspace_id = ${workspaceId} and p.id = asked.product_id
    where ${condition} order by asked.position, ${order} limit ${MAX_LISTED}`.execute(db)
  return rows.map(({ position, ...row }) => ({ ...row, line: lines[position]! }))
}

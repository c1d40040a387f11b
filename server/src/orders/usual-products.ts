import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { StateCache } from '../database/paging/index.ts'
import type { CustomerContext } from '../customers/customer-context.ts'
import { rowset } from '../database/rowset.ts'
import { withDashes } from '../lib/uuid.ts'
import { newestLines } from './newest-lines.ts'

/** After so many weeks an order counts half as much. */
const HALF_LIFE_WEEKS = 8

export type UsualProduct = {
  /** Without dashes. */
  id: string
  /** The newest order that has it. */
  orderId: string
  /** Whether the customer will want it next: it is in the last order, or in two of the last four. */
  isDue: boolean
  /** How many orders have it. */
  orders: number
  /** When the first and the newest of them were placed, in seconds. */
  first: number
  last: number
}

/** A line of the newest order that has a product; `unit` in minor units. */
export type LastLine = { sku: string; name: string; orderId: string; at: Date; qty: number; unit: number }

/** Products of all customers together that are kept. */
const MAX_KEPT = 200_000

const kept = new StateCache<UsualProduct[]>({ max: MAX_KEPT, sizeOf: ({ length }) => 1 + length, queued: true })

/**
 * What the customer orders, the most usual first: each order with a product counts one point, half a point if it is
 * eight weeks older than the newest order, a quarter if sixteen, and so on; of equal points, what was ordered last is
 * first. Cancelled orders do not count.
 */
export function usualProducts(context: CustomerContext): Promise<UsualProduct[]> {
  return kept.read(context, `usual ${context.customerId}`, () => readUsual(context))
}

async function readUsual(context: CustomerContext): Promise<UsualProduct[]> {
  // In whole millionths: a sum of fractions would depend on their order.
  const age = sql`extract(epoch from newest.newest_at - newest.placed_at)::float8`
  const points = sql`(1e6 * power(0.5, ${age} / ${sql.lit(HALF_LIFE_WEEKS * 604_800)}))::integer`
  // The order with the first place, without sorting all lines.
  const keyed = sql`(lpad(newest.place::text, 3, '0') || ' ' || newest.id::text) collate "C"`
  const { rows } = await sql<UsualProduct>`
    select replace(l.product_id::text, '-', '') as id,
      split_part(min(${keyed}), ' ', 2) as "orderId",
      min(newest.place) = 1 or count(*) filter (where newest.place <= 4) >= 2 as "isDue",
      count(*)::integer as orders, ${seconds(sql`min(newest.placed_at)`)} as first,
      ${seconds(sql`max(newest.placed_at)`)} as last
    from ${newestLines(context)}
    group by l.product_id
    order by sum(${points}) desc, min(newest.place), l.product_id`.execute(context.db)
  return rows
}

function seconds(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql`extract(epoch from ${time})::bigint`
}

/** Products that one statement looks up: an order has up to 1,000. */
const LOOKED_UP = 250

/** How products were ordered last, by their id with dashes. */
export async function lastLines(
  context: CustomerContext,
  asked: readonly Pick<UsualProduct, 'id' | 'orderId'>[],
): Promise<Map<string, LastLine>> {
  const lines = new Map<string, LastLine>()
  for (let from = 0; from < asked.length; from += LOOKED_UP) {
    for (const { id, ...line } of await lookUp(context, asked.slice(from, from + LOOKED_UP))) lines.set(id, line)
  }
  return lines
}

async function lookUp(
  { db, workspaceId }: CustomerContext,
  asked: readonly Pick<UsualProduct, 'id' | 'orderId'>[],
): Promise<(LastLine & { id: string })[]> {
  const places = asked.map(({ id, orderId }) => ({ id: withDashes(id), orderId }))
  const { rows } = await sql<LastLine & { id: string }>`
    select asked.id, l.sku, l.name, asked."orderId", o.placed_at as at, l.qty, (l.price ->> 'unit')::bigint as unit
    from ${rowset(places, 'id uuid, "orderId" uuid', 'asked')}
    cross join lateral (
      select sku, name, qty, price from sales_order_line
      where workspace_id = ${workspaceId} and product_id = asked.id and order_id = asked."orderId" limit 1) l
    cross join lateral (
      select placed_at from sales_order
      where workspace_id = ${workspaceId} and id = asked."orderId" limit 1) o`.execute(db)
  return rows
}

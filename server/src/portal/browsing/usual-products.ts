import { sql } from 'kysely'
import { StateCache } from '../../reading/index.ts'
import type { CustomerContext } from '../buyer-context.ts'
import { newestLines } from '../newest-orders.ts'

/** After so many weeks an order counts half as much. */
const HALF_LIFE_WEEKS = 8

export type UsualProduct = {
  /** Without dashes. */
  id: string
  /** The newest order that has it. */
  orderId: string
  /** Whether the customer will want it next: it is in the last order, or in two of the last four. */
  isDue: boolean
}

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
      min(newest.place) = 1 or count(*) filter (where newest.place <= 4) >= 2 as "isDue"
    from ${newestLines(context)}
    group by l.product_id
    order by sum(${points}) desc, min(newest.place), l.product_id`.execute(context.db)
  return rows
}

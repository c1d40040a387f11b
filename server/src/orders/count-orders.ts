import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { StateCache } from '../database/paging/index.ts'
import { ORDERS_COUNTED } from '../shared/limits.ts'
import { ORDER_STATUSES } from '../shared/order-steps.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { rangesOf, walkOrders } from './search-orders.ts'
import type { OrderSearch } from './search-orders.ts'

/** StatusCounts in the cache: a few numbers each. */
const MAX_CACHED = 5_000

type StatusCounts = Record<OrderStatus, number>

const kept = new StateCache<StatusCounts>({ max: MAX_CACHED })
const cachedSums = new StateCache<{ count: number }>({ max: MAX_CACHED })

/** The number of matching orders of each status, of each at most `ORDERS_COUNTED`. */
export async function countOrders(
  context: WorkspaceContext,
  search: Omit<OrderSearch, 'status'>,
): Promise<StatusCounts> {
  const { runQueued = (work) => work() } = context
  return kept.read(context, JSON.stringify(search), () =>
    runQueued(async () => {
      const counts = [] as [OrderStatus, number][]
      for (const status of ORDER_STATUSES) counts.push([status, await count(context, { ...search, status })])
      return Object.fromEntries(counts) as StatusCounts
    }),
  )
}

/** The same of each of several searches. */
export async function countViews(
  context: WorkspaceContext,
  searches: readonly (OrderSearch | null)[],
): Promise<(number | null)[]> {
  const counts: (number | null)[] = []
  for (const search of searches) counts.push(search && (await countMatching(context, search)))
  return counts
}

/** The number of orders that match a search, at most `ORDERS_COUNTED`. */
async function countMatching(context: WorkspaceContext, search: OrderSearch): Promise<number> {
  const { runQueued = (work) => work() } = context
  const read = () => runQueued(async () => ({ count: await count(context, search) }))
  return (await cachedSums.read(context, JSON.stringify(search), read)).count
}

async function count(context: WorkspaceContext, search: OrderSearch): Promise<number> {
  let total = 0
  for (const range of await rangesOf(context, search)) {
    if (range.rest === null) total += await countAlongIndex(context, range.where)
    else {
      for await (const part of walkOrders(context, range)) {
        total += part.length
        if (total >= ORDERS_COUNTED) break
      }
    }
    if (total >= ORDERS_COUNTED) return ORDERS_COUNTED
  }
  return total
}

/** What an index tells is counted in it, as far as it counts. */
async function countAlongIndex({ db, workspaceId }: WorkspaceContext, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from (
      select from sales_order where workspace_id = ${workspaceId} and ${where}
      order by placed_at desc, number desc limit ${sql.lit(ORDERS_COUNTED)}) o`.execute(db)
  return rows[0]!.found
}

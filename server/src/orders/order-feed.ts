import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { uuidArray } from '../database/rowset.ts'
import { readFeed } from '../workspaces/feeds/read-feed.ts'
import type { AskedPage } from '../workspaces/feeds/read-feed.ts'
import { readOrders } from './read-order.ts'

/** Lines of the orders of a page; one order may have more. */
const MOST_LINES = 2_000

/** A page of the feed of orders: placed, or changed in any way that `readOrder` shows. See `readFeed`. */
export function readOrderFeed(context: WorkspaceContext, asked: AskedPage) {
  return readFeed(context, asked, {
    kind: 'order',
    name: 'orders',
    fitting: async (changes) => {
      const { rows } = await sql<{ id: string; count: number }>`
        select id, line_count as count from sales_order
        where workspace_id = ${context.workspaceId} and id = any(${uuidArray(changes.map(({ id }) => id))})`.execute(
        context.db,
      )
      const counts = new Map(rows.map(({ id, count }) => [id, count]))
      let lines = 0
      const past = changes.findIndex(({ id }) => (lines += counts.get(id) ?? 0) > MOST_LINES)
      return past < 0 ? changes.length : Math.max(past, 1)
    },
    read: (ids) => readOrders(context, ids),
    // No order is ever deleted.
    entry: ({ id, at }, order) => ({ id, number: order!.number, at, order: order! }),
  })
}

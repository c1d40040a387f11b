import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { pack, slices, unpack } from '../database/paging/index.ts'
import type { Packed } from '../database/paging/index.ts'

/** Lines of orders that one statement reads: an order has up to 1,000. */
const LINES = 5_000

/** A line of an order; `paid` is its amount in minor units. */
type Purchase = { customerId: string; productId: string; qty: number; paid: number }

const LINE = {
  orderId: sql`order_id`,
  productId: sql`product_id`,
  qty: sql`qty`,
  paid: sql`price ->> 'line'`,
}

/** The lines of the orders that were placed between two times and not cancelled, in parts. */
export async function* purchases(
  context: WorkspaceContext,
  { from, until }: { from: Date; until: Date },
): AsyncGenerator<Purchase[]> {
  const walk = {
    table: 'sales_order',
    where: sql`placed_at >= ${from} and placed_at < ${until}`,
    by: { placed_at: 'timestamptz', number: 'integer' },
  } as const
  for await (const slice of slices(context, walk)) {
    const { rows } = await sql<Order>`
      select id, customer_id as "customerId", line_count as "lineCount"
      from ${slice} o where status <> 'cancelled'`.execute(context.db)
    for (const orders of parts(rows)) yield await linesOf(context, orders)
  }
}

type Order = { id: string; customerId: string; lineCount: number }

/** Orders with about so many lines together. */
function* parts(orders: readonly Order[]): Generator<Order[]> {
  let part: Order[] = []
  let lines = 0
  for (const order of orders) {
    part.push(order)
    lines += order.lineCount
    if (lines < LINES) continue
    yield part
    part = []
    lines = 0
  }
  if (part.length > 0) yield part
}

async function linesOf({ db, workspaceId }: WorkspaceContext, orders: readonly Order[]): Promise<Purchase[]> {
  const customers = new Map(orders.map(({ id, customerId }) => [id, customerId]))
  const { rows } = await sql<Packed<keyof typeof LINE>>`
    select ${pack(LINE)} from unnest(${textArray([...customers.keys()])}) as asked(id) cross join lateral (
      select order_id, product_id, qty, price from sales_order_line
      where workspace_id = ${workspaceId} and order_id = asked.id::uuid order by position) l`.execute(db)
  return unpack<keyof typeof LINE>(LINE, rows[0]!).map(({ orderId, productId, qty, paid }) => ({
    customerId: customers.get(orderId)!,
    productId,
    qty: Number(qty),
    paid: Number(paid),
  }))
}

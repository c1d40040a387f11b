import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import type { OrderRange } from './order-search.ts'

/** A place in the order of age: the time as text, with its microseconds. */
export type OrderKey = { placedAt: string; number: number }

/** An order that matches, with its place. */
export type WalkedOrder = OrderKey & { id: string; status: OrderStatus }

/** Orders that one statement looks at: in a list most match; what is rare is looked for further on. */
const SLICES = [100, 2_500]

/**
 * The orders of a range that match, newest first, in parts: a statement for each slice of the range, by keyset, so that
 * none takes long. Others get the connection in between.
 */
export async function* walkOrders(
  { db, workspaceId }: WorkspaceContext,
  { where, rest }: OrderRange,
  after: OrderKey | null = null,
): AsyncGenerator<WalkedOrder[]> {
  let last = after
  for (let slice = 0; ; slice++) {
    const size = SLICES[Math.min(slice, SLICES.length - 1)]!
    const behind = last
      ? sql`(placed_at, number) < (${last.placedAt}::text::timestamptz, ${last.number}::integer)`
      : sql`true`
    const { rows } = await sql<{ found: WalkedOrder[] | null; read: number; end: OrderKey | null }>`
      with slice as materialized (
        select * from sales_order where workspace_id = ${workspaceId} and ${where} and ${behind}
        order by placed_at desc, number desc limit ${sql.lit(size)})
      select
        (select json_agg(json_build_object('id', id, 'status', status, 'placedAt', placed_at::text, 'number', number)
          order by placed_at desc, number desc) from slice where ${rest ?? sql`true`}) as found,
        (select count(*)::integer from slice) as read,
        (select json_build_object('placedAt', placed_at::text, 'number', number) from slice
          order by placed_at, number limit 1) as "end"`.execute(db)
    const { found, read, end } = rows[0]!
    yield found ?? []
    if (read < size) return
    last = end
  }
}

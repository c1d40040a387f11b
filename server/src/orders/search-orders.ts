import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { ListCursors } from '../database/paging/index.ts'
import type { Cursor } from '../database/paging/index.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order, OrderRow } from './order-rows.ts'
import { rangesOf } from './order-search.ts'
import type { OrderSearch } from './order-search.ts'
import { walkOrders } from './walk-orders.ts'

/** An order that matches, with its place in the list. */
type FoundOrder = { id: string; status: OrderStatus; cursor: Cursor }

/** A page of orders for staff: new ones first, then all others, each newest first. With a status: newest first. */
export async function searchOrders(
  context: WorkspaceContext,
  { limit, offset, ...search }: OrderSearch & { limit: number; offset: number },
): Promise<Order[]> {
  const cursors = new ListCursors(context, JSON.stringify(['orders', search]))
  const start = cursors.before(offset)
  const found: FoundOrder[] = []
  let place = start.rows
  for await (const part of findOrders(context, search, start.cursor)) {
    found.push(...part.slice(Math.max(0, offset - place)))
    place += part.length
    if (place >= offset + limit) break
    const last = part.at(-1)
    if (last && place < offset) cursors.keep(place, last.cursor)
  }
  const page = found.slice(0, limit)
  cursors.keepPage(offset, page.length, (i) => page[i]!.cursor)
  return readInOrder(
    context,
    page.map(({ id }) => id),
  )
}

/** The first orders that match, with their present status. */
export async function matchingOrders(
  context: WorkspaceContext,
  search: OrderSearch,
  limit: number,
): Promise<{ id: string; seen: OrderStatus }[]> {
  const found: FoundOrder[] = []
  for await (const part of findOrders(context, search)) {
    found.push(...part)
    if (found.length >= limit) break
  }
  return found.slice(0, limit).map(({ id, status }) => ({ id, seen: status }))
}

/** The orders that match, in parts, in the order of the list; those behind a cursor, whose step is a range. */
export async function* findOrders(
  context: WorkspaceContext,
  search: OrderSearch,
  after: Cursor | null = null,
): AsyncGenerator<FoundOrder[]> {
  const first = after?.step ?? 0
  for (const [step, range] of (await rangesOf(context, search)).entries()) {
    if (step < first) continue
    const from = after && step === first ? { placedAt: after.key, number: Number(after.id) } : null
    for await (const part of walkOrders(context, range, from)) {
      yield part.map(({ id, status, placedAt, number }) => {
        return { id, status, cursor: { step, key: placedAt, id: String(number) } }
      })
    }
  }
}

/** These orders, in this order; those that are gone are left out. */
export async function readInOrder(context: WorkspaceContext, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const one = selectOrders(context).where(sql<boolean>`o.id = asked.id::uuid limit 1`)
  const { rows } = await sql<OrderRow>`
    select o.* from json_array_elements_text(${JSON.stringify(ids)}::json) as asked(id)
    cross join lateral (${one}) o`.execute(context.db)
  return rows.map(shapeOrder)
}

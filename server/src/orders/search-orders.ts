import { sql } from 'kysely'
import type { Cursor, WorkspaceContext } from '../context.ts'
import { slices } from '../reading/index.ts'
import type { OrderStatus } from '../rules/order-steps.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order } from './order-rows.ts'
import { walkOf } from './order-search.ts'
import type { OrderSearch } from './order-search.ts'

/** Orders that one statement looks at: in a list most match; what is rare is looked for further on. */
const SLICES = [100, 2_500]

/** An order that matches, with its place in the list. */
type FoundOrder = { id: string; status: OrderStatus; cursor: Cursor }

/** A page of orders for staff: new ones first, then all others, each newest first. With a status: newest first. */
export async function searchOrders(
  context: WorkspaceContext,
  { limit, offset, ...search }: OrderSearch & { limit: number; offset: number },
): Promise<Order[]> {
  const name = JSON.stringify(['orders', search])
  const { cursors } = context
  const start = cursors?.before(name, offset) ?? { rows: 0, cursor: null }
  const found: FoundOrder[] = []
  let place = start.rows
  for await (const part of findOrders(context, search, start.cursor)) {
    found.push(...part.slice(Math.max(0, offset - place)))
    place += part.length
    if (place >= offset + limit) break
    const last = part.at(-1)
    if (last && place < offset) cursors?.keep(name, place, last.cursor)
  }
  const page = found.slice(0, limit)
  cursors?.keepPage(name, offset, page.length, (i) => page[i]!.cursor)
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

/** The orders that match, in parts, in the order of the list; those behind a cursor. */
export async function* findOrders(
  context: WorkspaceContext,
  search: OrderSearch,
  after: Cursor | null = null,
): AsyncGenerator<FoundOrder[]> {
  const { ranges, rest } = await walkOf(context, search)
  for (const [step, where] of ranges.entries()) {
    if (after?.step !== undefined && step < after.step) continue
    const isHere = after !== null && after.step === step
    const walk = {
      table: 'sales_order',
      where,
      by: { placed_at: 'timestamptz', number: 'integer' },
      descending: true,
      after: isHere ? [after.key, after.id] : undefined,
    } as const
    for await (const slice of slices(context, walk, SLICES)) {
      const found = await sql<{ id: string; status: OrderStatus; key: string; number: number }>`
        select id, status, placed_at::text as key, number from ${slice} o
        where ${rest ?? sql`true`} order by placed_at desc, number desc`.execute(context.db)
      yield found.rows.map(({ id, status, key, number }) => ({ id, status, cursor: { step, key, id: String(number) } }))
    }
  }
}

/** These orders, in this order; those that are gone are left out. */
export async function readInOrder(context: WorkspaceContext, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const rows = await selectOrders(context).where('o.id', 'in', ids).execute()
  const found = new Map(rows.map((row) => [row.id, shapeOrder(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { ListCursors, StateCache } from '../database/paging/index.ts'
import type { Cursor } from '../database/paging/index.ts'
import { CHANGEABLE, ORDER_STATUSES } from '../shared/order-steps.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order, OrderRow } from './order-rows.ts'
import { productsBySku } from '../pricing/find-product.ts'
import { ofContact } from '../customers/contacts.ts'
import { customersNamed } from '../customers/find-customer.ts'
import { addDays, startOfDay } from '../lib/local-time.ts'
import { isUuid } from '../lib/uuid.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { ORDERS_COUNTED } from '../shared/limits.ts'

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
  cursors.storePage(offset, page.length, (i) => page[i]!.cursor)
  const ids = page.map(({ id }) => id)
  return readInOrder(context, ids)
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

/** What has exactly this code. `name` is the customer's of an order. */
type ExactMatch = { kind: 'order' | 'product' | 'customer'; id: string; code: string; name: string }

/** The order with this number, the product with this SKU, and the customer with this account code, ignoring case. */
export async function findExactly(context: WorkspaceContext, code: string): Promise<ExactMatch[]> {
  const [order, products, customers] = await Promise.all([
    orderByNumber(context, code),
    productsBySku(context, [code]),
    customersNamed(context, code)
      .where(({ and }) => and(ofContact(context, 'customer.id')))
      .execute(),
  ])
  return [
    ...(order ? [{ kind: 'order' as const, id: order.id, code: String(order.number), name: order.customerName }] : []),
    ...[...products.values()].map(({ id, sku, name }) => ({ kind: 'product' as const, id, code: sku, name })),
    ...customers.map(({ id, accountCode, name }) => ({ kind: 'customer' as const, id, code: accountCode ?? '', name })),
  ]
}

async function orderByNumber(context: WorkspaceContext, code: string) {
  if (!/^\d{1,9}$/.test(code)) return undefined
  return context.db
    .selectFrom('sales_order')
    .select(['id', 'number', 'customer_name as customerName'])
    .where('workspace_id', '=', context.workspaceId)
    .where('number', '=', Number(code))
    .where(({ and }) => and(ofContact(context, 'customer_id')))
    .executeTakeFirst()
}

/** A place in the order of age: the time as text, with its microseconds. */
type OrderKey = { placedAt: string; number: number }

/** An order that matches, with its place. */
type WalkedOrder = OrderKey & { id: string; status: OrderStatus }

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

/** What a list of orders is filtered by. Days are of the workspace's time zone, such as 2027-01-05. */
export type OrderSearch = {
  /**
   * Each word must be part of the number, of the customer's name or code, the purchase order number, the reference or
   * the buyer's name.
   */
  q?: string | undefined
  /** Id of a customer. */
  customer?: string | undefined
  /** Id of the member of the staff who is the contact of their customers. */
  contact?: string | undefined
  /** Part of the name or the e-mail of the buyer, ignoring case. */
  buyer?: string | undefined
  /** `open`: not on its way yet. */
  status?: OrderStatus | 'open' | undefined
  /** The first and the last day of placing. */
  from?: string | undefined
  to?: string | undefined
  /** The first and the last day on which it is wanted. */
  wantedFrom?: string | undefined
  wantedTo?: string | undefined
  /** The lowest and the highest subtotal, in minor units. */
  least?: number | undefined
  most?: number | undefined
  /** The day on which they are late. */
  lateOn?: string | undefined
  /** Only those that wait for their customer's credit. */
  held?: boolean | undefined
}

/** Days after which an order that is not on its way is late. */
const LATE_AFTER_DAYS = 2

/** A part of an index, and what is looked at row by row: null where the index tells all. */
type OrderRange = { where: RawBuilder<unknown>; rest: RawBuilder<unknown> | null }

/** The way through the orders that match: new ones first, then the others, each newest first. */
export async function rangesOf(context: WorkspaceContext, search: OrderSearch): Promise<OrderRange[]> {
  const { status, customer } = search
  if (customer !== undefined && !isUuid(customer)) return []
  const everywhere = [
    ...(customer === undefined ? [] : [sql`customer_id = ${customer}`]),
    ...(await placedConditions(context, search)),
  ]
  const rest = [...ofContact(context, 'customer_id', search.contact), ...restOf(search)]
  const statuses = status === undefined ? (['new'] as const) : status === 'open' ? CHANGEABLE : [status]
  const ranges = statuses.map((one) => rangeOf([sql`status = ${one}`, ...everywhere], rest))
  // In the order of age there may be many new ones between the others.
  return status === undefined
    ? [...ranges, rangeOf([sql`true`, ...everywhere], [sql`status <> 'new'`, ...rest])]
    : ranges
}

function rangeOf(where: RawBuilder<unknown>[], rest: RawBuilder<unknown>[]): OrderRange {
  return { where: all(where), rest: rest.length === 0 ? null : all(rest) }
}

async function placedConditions(
  context: WorkspaceContext,
  { from, to, lateOn }: OrderSearch,
): Promise<RawBuilder<unknown>[]> {
  if (from === undefined && to === undefined && lateOn === undefined) return []
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const before = (day: string) => sql`placed_at < ${startOfDay(day, timezone)}`
  return [
    ...(from === undefined ? [] : [sql`placed_at >= ${startOfDay(from, timezone)}`]),
    ...(to === undefined ? [] : [before(addDays(to, 1))]),
    ...(lateOn === undefined ? [] : [before(addDays(lateOn, -LATE_AFTER_DAYS))]),
  ]
}

function restOf({ q = '', buyer, wantedFrom, wantedTo, least, most, held }: OrderSearch): RawBuilder<unknown>[] {
  const words = q.split(/\s+/).filter((word) => word !== '')
  return [
    // A subquery is evaluated once, and not for each order.
    ...words.map((word) => sql`position((select order_search_text(${word})) in search) > 0`),
    ...(buyer === undefined ? [] : [sql`position(${lower(sql`${buyer}::text`)} in ${lower(OF_BUYER)}) > 0`]),
    ...(wantedFrom === undefined ? [] : [sql`wanted_on >= ${wantedFrom}`]),
    ...(wantedTo === undefined ? [] : [sql`wanted_on <= ${wantedTo}`]),
    ...(least === undefined ? [] : [sql`subtotal >= ${least}`]),
    ...(most === undefined ? [] : [sql`subtotal <= ${most}`]),
    ...(held === undefined ? [] : [sql`(credit_hold is not null) = ${held}`]),
  ]
}

const OF_BUYER = sql`(buyer_name || ' ' || buyer_email)`

function lower(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(${text} collate "und-x-icu")`
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Counts in a cache: a few numbers each. */
const MAX_CACHED = 5_000

type StatusCounts = Record<OrderStatus, number>

const cachedCounts = new StateCache<StatusCounts>({ max: MAX_CACHED, queued: true })
const cachedSums = new StateCache<{ count: number }>({ max: MAX_CACHED, queued: true })

/** The number of matching orders of each status, of each at most `ORDERS_COUNTED`. */
export async function countOrders(
  context: WorkspaceContext,
  search: Omit<OrderSearch, 'status'>,
): Promise<StatusCounts> {
  return cachedCounts.read(context, JSON.stringify(search), async () => {
    const counts = [] as [OrderStatus, number][]
    for (const status of ORDER_STATUSES) counts.push([status, await count(context, { ...search, status })])
    return Object.fromEntries(counts) as StatusCounts
  })
}

/** The same of each of several searches, and of all statuses together. */
export async function countViews(
  context: WorkspaceContext,
  searches: readonly (OrderSearch | null)[],
): Promise<(number | null)[]> {
  const counts: (number | null)[] = []
  for (const search of searches) {
    const read = async () => ({ count: await count(context, search!) })
    counts.push(search && (await cachedSums.read(context, JSON.stringify(search), read)).count)
  }
  return counts
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

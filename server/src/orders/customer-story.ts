import type { CustomerContext } from '../customers/customer-fields.ts'
import { atOneState, StateCache, slices } from '../database/paging/index.ts'
import { OPEN } from '../shared/order-steps.ts'
import { readAccount, readCredit } from './check-credit.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order } from './order-rows.ts'
import { readOrderSettings } from './order-settings.ts'
import { searchOrders } from './search-orders.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { rowset, uuidArray } from '../database/rowset.ts'
import { withDashes } from '../lib/uuid.ts'
import { newestLines } from './newest-lines.ts'
import { STOPPED } from '../shared/stopped-buying.ts'
import type { WorkspaceContext } from '../context.ts'
import { ofContact } from '../customers/contacts.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { dayOf, startOfDay } from '../lib/local-time.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'

type OrderFigures = { lastOrderAt: string | null; turnover: number }

/**
 * When customers ordered last, and what they ordered in twelve months: minor units before tax, without cancelled
 * orders. By their ids.
 */
export async function orderFigures(
  { db, workspaceId, clock }: WorkspaceContext,
  ids: string[],
): Promise<Map<string, OrderFigures>> {
  const since = new Date(clock())
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const ofCustomer = sql`from sales_order where workspace_id = ${workspaceId} and customer_id = c.id`
  const { rows } = await sql<{ id: string; lastOrderAt: Date | null; turnover: number }>`
    select c.id, (select placed_at ${ofCustomer} order by placed_at desc, number desc limit 1) as "lastOrderAt",
      (select coalesce(sum(subtotal), 0)::bigint ${ofCustomer} and placed_at >= ${since} and status <> 'cancelled')
        as turnover
    from unnest(${uuidArray(ids)}) c (id)`.execute(db)
  return new Map(
    rows.map(({ id, lastOrderAt, turnover }) => [id, { lastOrderAt: lastOrderAt?.toISOString() ?? null, turnover }]),
  )
}

/** Open orders that are shown of each status. */
const SHOWN = 5

/** The last order of a customer, the newest open ones of each status, and its credit, of one state of the workspace. */
export async function readCustomerStory(context: CustomerContext) {
  const { result } = await atOneState(context, async () => {
    const { creditPolicy } = await readOrderSettings(context)
    return {
      lastOrder: await lastOrder(context),
      openOrders: await readOpenOrders(context),
      credit: await readCredit(context, await readAccount(context, context.customerId), creditPolicy),
    }
  })
  return result
}

async function lastOrder(context: CustomerContext): Promise<Order | null> {
  const order = await selectOrders(context)
    .where('o.customer_id', '=', context.customerId)
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return order ? shapeOrder(order) : null
}

async function readOpenOrders(context: CustomerContext): Promise<Order[]> {
  const orders: Order[] = []
  for (const status of OPEN) {
    orders.push(...(await searchOrders(context, { customer: context.customerId, status, limit: SHOWN, offset: 0 })))
  }
  return orders
}

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
type LastLine = { sku: string; name: string; orderId: string; at: Date; qty: number; unit: number }

/** Products of all customers together that are usualCache. */
const MAX_KEPT = 200_000

const usualCache = new StateCache<UsualProduct[]>({ max: MAX_KEPT, sizeOf: ({ length }) => 1 + length, queued: true })

/**
 * What the customer orders, the most usual first: each order with a product counts one point, half a point if it is
 * eight weeks older than the newest order, a quarter if sixteen, and so on; of equal points, what was ordered last is
 * first. Cancelled orders do not count.
 */
export function usualProducts(context: CustomerContext): Promise<UsualProduct[]> {
  return usualCache.read(context, `usual ${context.customerId}`, () => readUsual(context))
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

const DAY_S = 86_400

/** `everyDays`: the usual days between two orders of it. */
type StoppedProduct = UsualProduct & { everyDays: number }

/**
 * What a customer ordered regularly and has stopped ordering, what was ordered latest first: at least three orders in
 * four weeks or more have it, and it was not ordered since for more than twice the usual time between two of them, and
 * for at least four weeks (`STOPPED`). The usual time is the mean. Pure.
 */
export function stoppedProducts(usual: readonly UsualProduct[], now: Date): StoppedProduct[] {
  const until = now.getTime() / 1_000
  return usual
    .map((product) => ({ ...product, everyDays: (product.last - product.first) / DAY_S / (product.orders - 1) }))
    .filter(({ orders, first, last, everyDays }) => {
      const silentDays = (until - last) / DAY_S
      const isRegular = orders >= STOPPED.orders && (last - first) / DAY_S >= STOPPED.days
      return isRegular && silentDays >= STOPPED.days && silentDays > STOPPED.times * everyDays
    })
    .map((product) => ({ ...product, everyDays: Math.max(1, Math.round(product.everyDays)) }))
    .toSorted((a, b) => b.last - a.last)
}

export const PERIODS = ['week', 'month'] as const
type Period = (typeof PERIODS)[number]

/** How many weeks, or months, are told: the present one included. */
const TOLD = 12

/** Answers in the cache: a dozen short rows each. */
const MAX_CACHED = 1_000

/** `from`: its first day in the time zone of the workspace, a Monday or the first of a month. `value`: minor units. */
type Turnover = { from: string; orders: number; value: number }

const turnoverCache = new StateCache<Turnover[]>({ max: MAX_CACHED, queued: true })

/**
 * Orders and their value by week or month, of all customers or of one, the oldest first. Cancelled orders do not count.
 * Read in slices, and turnoverCache by the state of the workspace. Throws NotFound for the customer, by id or account code.
 */
export async function turnover(
  context: WorkspaceContext,
  { by, customer }: { by: Period; customer?: string | undefined },
): Promise<Turnover[]> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const customerId = customer === undefined ? null : (await findCustomer(context, customer)).id
  const periods = periodsUntil(dayOf(context.clock(), timezone), by)
  return turnoverCache.read(context, JSON.stringify([periods, customerId, timezone]), () =>
    addUp(context, { by, customerId, periods, timezone }),
  )
}

type Asked = { by: Period; customerId: string | null; periods: string[]; timezone: string }

async function addUp(context: WorkspaceContext, { by, customerId, periods, timezone }: Asked): Promise<Turnover[]> {
  const sums = new Map(periods.map((from) => [from, { orders: 0, value: 0n }]))
  const walk = {
    table: 'sales_order',
    where: sql.join(
      [
        sql`placed_at >= ${startOfDay(periods[0]!, timezone)}`,
        ...(customerId === null ? ofContact(context, 'customer_id') : [sql`customer_id = ${customerId}`]),
      ],
      sql` and `,
    ),
    by: { placed_at: 'timestamptz', number: 'integer' },
  } as const
  for await (const slice of slices(context, walk)) {
    const { rows } = await sql<{ from: string; orders: number; value: string }>`
      select to_char(date_trunc(${by}, placed_at at time zone ${timezone}), 'YYYY-MM-DD') as "from",
        count(*) as orders, sum(subtotal)::text as value
      from ${slice} o where status <> 'cancelled' group by 1`.execute(context.db)
    for (const { from, orders, value } of rows) {
      const sum = sums.get(from)
      if (!sum) continue
      sum.orders += Number(orders)
      sum.value += BigInt(value)
    }
  }
  // A sum may be past what JSON holds exactly; no real turnover is.
  const most = Number.MAX_SAFE_INTEGER
  return [...sums].map(([from, { orders, value }]) => ({ from, orders, value: Math.min(Number(value), most) }))
}

/** The first days of the periods until a day. */
function periodsUntil(today: string, by: Period): string[] {
  const day = Temporal.PlainDate.from(today)
  const present = by === 'month' ? day.with({ day: 1 }) : day.subtract({ days: day.dayOfWeek - 1 })
  return Array.from({ length: TOLD }, (_, i) => present.subtract({ [`${by}s`]: TOLD - 1 - i }).toString())
}

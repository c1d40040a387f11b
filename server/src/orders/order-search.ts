import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { addDays, startOfDay } from '../lib/local-day.ts'
import { CHANGEABLE } from '../shared/order-steps.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { isUuid } from '../lib/uuid.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'

/** What a list of orders is filtered by. Days are of the workspace's time zone, such as 2027-01-05. */
export type OrderSearch = {
  /**
   * Each word must be part of the number, of the customer's name or code, the purchase order number or the buyer's
   * name.
   */
  q?: string | undefined
  /** Id of a customer. */
  customer?: string | undefined
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
export type OrderRange = { where: RawBuilder<unknown>; rest: RawBuilder<unknown> | null }

/** The way through the orders that match: new ones first, then the others, each newest first. */
export async function rangesOf(context: WorkspaceContext, search: OrderSearch): Promise<OrderRange[]> {
  const { status, customer } = search
  if (customer !== undefined && !isUuid(customer)) return []
  const everywhere = [
    ...(customer === undefined ? [] : [sql`customer_id = ${customer}`]),
    ...(await placedConditions(context, search)),
  ]
  const rest = restOf(search)
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

import type { WorkspaceContext } from '../context.ts'
import { addDays, dayOf, startOfDay } from '../lib/local-time.ts'
import { readChangeTerms, unitsOf } from '../pricing/price-changes/change-lines.ts'
import { roundedAverage } from '../pricing/price-changes/histogram.ts'
import { nameCustomers } from '../pricing/price-changes/impact-of-change.ts'
import { momentOf } from '../pricing/price-changes/price-change-basis.ts'
import { readPriceChange } from '../pricing/price-changes/list-price-changes.ts'
import { previewOf } from '../pricing/impact/price-impact.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { sql } from 'kysely'
import { textArray } from '../database/rowset.ts'
import { pack, slices, unpack } from '../database/paging/index.ts'
import type { Packed } from '../database/paging/index.ts'

/** Days of orders that a change is weighed by, and how many months they are. */
const [DAYS, MONTHS] = [90, 3]
/** Lists up to this many customers. */
const MAX_LISTED = 20

/** Minor units: what is paid more in a month if as much is bought, and what was paid for these products in the days. */
type Weight = { monthly: number; paid: number }

/**
 * What a price change means in money to active customers, by what they bought in the last 90 days: each unit at its
 * price before and after, for one unit, as in the review. Who no longer sees a product, or has an agreed price for it,
 * pays the same. Of a published change: the 90 days before it. Throws NotFound.
 */
export async function weighPriceChange(context: WorkspaceContext, { id }: { id: string }) {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const change = await readPriceChange(context, id)
  const now = context.clock()
  const until = change.published_at ?? now
  const from = startOfDay(addDays(dayOf(until, timezone), -DAYS), timezone)
  const act = ['weight of a price change', id, from]
  return previewOf(context, act, () => weigh(context, { id, from, until }), momentOf(change, now))
}

type Sums = { more: bigint; paid: bigint }

async function weigh(context: WorkspaceContext, { id, from, until }: { id: string; from: Date; until: Date }) {
  const change = await readPriceChange(context, id)
  const { lines, agreed, seen, ...read } = await readChangeTerms(context, change, momentOf(change, context.clock()))
  const payers = new Map(read.payers.map((payer) => [payer.id, payer]))
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  const seenBy = new Map(seen.entries().map(([customerId, own]) => [customerId, new Set(own)]))
  const sums = new Map<string, Sums>()
  for await (const bought of purchases(context, { from, until })) {
    for (const { customerId, productId, qty, paid } of bought) {
      const [payer, line] = [payers.get(customerId), lineOf.get(productId)]
      if (!payer || !line || line.before.listPrice === null) continue
      const sum = sums.getOrInsertComputed(customerId, () => ({ more: 0n, paid: 0n }))
      sum.paid += BigInt(paid)
      if (line.after.viewers !== null && !seenBy.get(customerId)?.has(line)) continue
      const [before, after] = unitsOf(payer, line, agreed)
      sum.more += BigInt(qty) * BigInt(after - before)
    }
  }
  const weighed = [...sums].map(([customerId, sum]) => ({ customerId, ...weightOf(sum) }))
  const first = weighed
    .filter(({ monthly }) => monthly !== 0)
    .toSorted((a, b) => Math.abs(b.monthly) - Math.abs(a.monthly))
    .slice(0, MAX_LISTED)
  const customerIds = first.map(({ customerId }) => customerId)
  const names = await nameCustomers(context, customerIds)
  return {
    ...weightOf({
      more: [...sums.values()].reduce((sum, { more }) => sum + more, 0n),
      paid: [...sums.values()].reduce((sum, { paid }) => sum + paid, 0n),
    }),
    days: DAYS,
    payMore: weighed.filter(({ monthly }) => monthly > 0).length,
    payLess: weighed.filter(({ monthly }) => monthly < 0).length,
    customers: first.flatMap(({ customerId, ...weight }) => {
      const customer = names.get(customerId)
      return customer ? { ...customer, ...weight } : []
    }),
  }
}

function weightOf({ more, paid }: Sums): Weight {
  return { monthly: shown(roundedAverage(more, MONTHS)!), paid: shown(Number(paid)) }
}

/** A sum may be past what JSON holds exactly; no real one is. */
function shown(sum: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(sum, Number.MAX_SAFE_INTEGER))
}

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
async function* purchases(
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

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { dayOf, startOfDay } from '../lib/local-day.ts'
import { slices, StateCache } from '../database/paging/index.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'

export const PERIODS = ['week', 'month'] as const
type Period = (typeof PERIODS)[number]

/** How many weeks, or months, are told: the present one included. */
const TOLD = 12

/** Answers in the cache: a dozen short rows each. */
const MAX_CACHED = 1_000

export type Turnover = {
  /** Its first day in the time zone of the workspace, such as 2027-01-04: a Monday, or the first of a month. */
  from: string
  orders: number
  /** The sum of the orders, in minor units. */
  value: number
}

const kept = new StateCache<Turnover[]>({ max: MAX_CACHED })

/**
 * Orders and their value by week or month, of all customers or of one, the oldest first. Cancelled orders do not count.
 * Read in slices, and kept by the state of the workspace. Throws NotFound for the customer, by id or account code.
 */
export async function turnover(
  context: WorkspaceContext,
  { by, customer }: { by: Period; customer?: string | undefined },
): Promise<Turnover[]> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const customerId = customer === undefined ? null : (await findCustomer(context, customer)).id
  const periods = periodsUntil(dayOf(context.clock(), timezone), by)
  const { runQueued = (work) => work() } = context
  return kept.read(context, JSON.stringify([periods, customerId, timezone]), () =>
    runQueued(() => addUp(context, { by, customerId, periods, timezone })),
  )
}

type Asked = { by: Period; customerId: string | null; periods: string[]; timezone: string }

async function addUp(context: WorkspaceContext, { by, customerId, periods, timezone }: Asked): Promise<Turnover[]> {
  const sums = new Map(periods.map((from) => [from, { orders: 0, value: 0n }]))
  const walk = {
    table: 'sales_order',
    where: sql`${customerId === null ? sql`true` : sql`customer_id = ${customerId}`}
      and placed_at >= ${startOfDay(periods[0]!, timezone)}`,
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
  return [...sums].map(([from, { orders, value }]) => ({ from, orders, value: shown(value) }))
}

/** The first days of the periods until a day. */
function periodsUntil(today: string, by: Period): string[] {
  const day = Temporal.PlainDate.from(today)
  const present = by === 'month' ? day.with({ day: 1 }) : day.subtract({ days: day.dayOfWeek - 1 })
  return Array.from({ length: TOLD }, (_, i) => present.subtract({ [`${by}s`]: TOLD - 1 - i }).toString())
}

/** A sum may be past what JSON holds exactly; no real turnover is. */
function shown(value: bigint): number {
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
}

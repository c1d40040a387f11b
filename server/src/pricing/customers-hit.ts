import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { isoInstant } from '../iso-time.ts'
import { affectedCustomers, shareOfList } from './affected-customers.ts'
import { AGREED_PRICES } from './agreed-price-terms.ts'
import { holds } from './kind-of-term.ts'
import { basisOf, isRelevantAgreedPrice } from './price-change-basis.ts'

/** Lists up to this many customers who pay more, and as many who pay less. */
const MAX_LISTED = 100
/** Lists up to this many lines that an agreed price shields. */
const MAX_SHIELDED = 50

/** Bounds of the histogram, in basis points. A customer whose average is a bound counts above it; 0 has a bar of its own. */
const BOUNDS = [-2000, -1000, -500, -200, 0, 1, 200, 500, 1000, 2000]

/** A bar of the histogram: averages from one bound, included, to another, excluded. Null: no bound. Basis points. */
export type Bar = { fromBp: number | null; toBp: number | null; customers: number }

/** What a change does to a customer, over the lines of products that it sees. */
export type CustomerHit = {
  id: string
  accountCode: string | null
  name: string
  /** The average change of its lines, in basis points. A line with an agreed price of this customer counts as 0. */
  averageBp: number
  rises: number
  drops: number
  /** Lines that would rise or drop, but for an agreed price of this customer. */
  shielded: number
  /** At the customer's own prices for one unit, in minor units. Null if nothing rises. */
  largestRise: { sku: string; name: string; before: number; after: number; changeBp: number } | null
}

/** An agreed price that keeps a customer's price as it is. */
export type Shield = {
  id: string
  customerId: string
  customer: string
  productId: string
  sku: string
  /** Minor units, as the list prices. */
  unit: number
  currentPrice: number | null
  newPrice: number
  endsAt: string | null
}

export type CustomersHit = {
  histogram: Bar[]
  /** Those who pay more for something, with the highest average first. */
  payMore: CustomerHit[]
  /** Those who pay less on average, with the lowest average first. */
  payLess: CustomerHit[]
  shields: Shield[]
}

/**
 * Who pays more and less after a change, and how much, with the terms that apply `at` that time. Averages come from sums over
 * all lines, less the lines that a customer does not see or has agreed a price for: no customer is priced on every line.
 */
export async function customersHit(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  at: Date,
): Promise<CustomersHit> {
  const { rows } = await sql<Omit<CustomersHit, 'histogram'> & { bars: { bar: number; customers: number }[] }>`
    with ${basisOf(context, change, at)}, ${affectedCustomers(context, at)}, ${averages(context, at)}
    select
      (select coalesce(json_agg(json_build_object('bar', bar, 'customers', customers)), '[]') from (
        select width_bucket(average_bp, array[${sql.join(BOUNDS.map((bound) => sql.lit(bound)))}]::bigint[]) as bar, count(*) as customers
        from average group by 1) b) as bars,
      (${hit(context, at, sql`more`, sql`average_bp desc`)}) as "payMore",
      (${hit(context, at, sql`average_bp < 0`, sql`average_bp`)}) as "payLess",
      (${firstShields(context, at)}) as shields`.execute(context.db)
  const { bars, ...lists } = rows[0]!
  const counts = new Map(bars.map(({ bar, customers }) => [bar, customers]))
  const histogram = [...BOUNDS, null].map((toBp, i) => ({
    fromBp: BOUNDS[i - 1] ?? null,
    toBp,
    customers: counts.get(i) ?? 0,
  }))
  return { histogram, ...lists, shields: lists.shields.map((s) => ({ ...s, endsAt: isoInstant(s.endsAt) })) }
}

/** CTEs: `average` has a row for each active customer. Whoever pays the same by rounding has an average of 0. */
function averages({ workspaceId }: WorkspaceContext, at: Date): RawBuilder<unknown> {
  const sums = sql`count(*) as lines, sum(change_bp) as bp, count(*) filter (where change_bp > 0) as rises,
    count(*) filter (where change_bp < 0) as drops`
  return sql`
    compared as materialized (select * from line where active and change_bp is not null),
    rising as materialized (select * from compared where change_bp > 0 order by change_bp desc, sku_key),
    open_lines as (select ${sums} from compared where visibility = 'all'),
    chosen_lines as (
      select access.customer_id, ${sums} from compared l
      join product_access access on access.workspace_id = ${workspaceId} and access.product_id = l.product_id
      where l.visibility = 'selected' group by access.customer_id),
    shielded_lines as (
      select r.customer_id, ${sums} from compared l join agreed on agreed.product_id = l.product_id and agreed.shielded
      cross join lateral (
        select distinct r.customer_id from agreed_price r
        where r.workspace_id = ${workspaceId} and r.product_id = l.product_id and ${shields(workspaceId, at)}) r
      group by r.customer_id),
    average as materialized (
      select c.id, c.account_code, c.name, more, coalesce(s.rises + s.drops, 0) as shielded,
        case when more or less then o.rises + coalesce(v.rises, 0) - coalesce(s.rises, 0) else 0 end as rises,
        case when more or less then o.drops + coalesce(v.drops, 0) - coalesce(s.drops, 0) else 0 end as drops,
        case when more or less then coalesce(round((coalesce(o.bp, 0) + coalesce(v.bp, 0) - coalesce(s.bp, 0))
          / nullif(o.lines + coalesce(v.lines, 0), 0)), 0)::bigint else 0 end as average_bp
      from affected cross join open_lines o
      join customer c on c.workspace_id = ${workspaceId} and c.id = affected.id
      left join chosen_lines v on v.customer_id = c.id
      left join shielded_lines s on s.customer_id = c.id)`
}

/** True if the agreed price `r` decides the price of one unit of line `l` for its customer, who sees the product. */
function shields(workspaceId: string, at: Date): RawBuilder<boolean> {
  return sql`(r.min_qty = 1 and ${holds(AGREED_PRICES, at)} and ${isRelevantAgreedPrice(workspaceId, at)}
    and (l.visibility = 'all' or ${sees(workspaceId, sql`r.customer_id`)}))`
}

function sees(workspaceId: string, customerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from product_access access where access.workspace_id = ${workspaceId}
    and access.product_id = l.product_id and access.customer_id = ${customerId})`
}

/** The first customers in that order, each with its largest rise. */
function hit(
  { workspaceId }: WorkspaceContext,
  at: Date,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
): RawBuilder<CustomerHit[]> {
  // A materialized CTE is read in its order, so the first line that matches is the largest.
  return sql`
    select coalesce(json_agg(json_build_object('id', c.id, 'accountCode', c.account_code, 'name', c.name,
      'averageBp', c.average_bp, 'rises', c.rises, 'drops', c.drops, 'shielded', c.shielded, 'largestRise', (
        select json_build_object('sku', l.sku, 'name', l.name, 'before', (l.before * share + 5000) / 10000,
          'after', (l.after * share + 5000) / 10000, 'changeBp', l.change_bp)
        from rising l cross join lateral (select ${shareOfList(sql`c.id`, workspaceId, at)} as share offset 0) paid
        where (l.visibility = 'all' or ${sees(workspaceId, sql`c.id`)})
          and (l.before * share + 5000) / 10000 < (l.after * share + 5000) / 10000
        limit 1)) order by ${order}, name, id), '[]')
    from (select * from average where ${condition} order by ${order}, name, id limit ${MAX_LISTED}) c`
}

/** The first agreed prices that shield a line, by SKU. The limit applies to products first: each has at least one. */
function firstShields({ workspaceId }: WorkspaceContext, at: Date): RawBuilder<Shield[]> {
  return sql`
    select coalesce(json_agg(json_build_object('id', s.id, 'customerId', c.id, 'customer', c.name,
      'productId', s.product_id, 'sku', s.sku, 'unit', s.unit, 'currentPrice', s.before, 'newPrice', s.after,
      'endsAt', s.ends_at) order by s.sku_key, c.name, s.id), '[]')
    from (
      select r.id, r.customer_id, r.unit, r.ends_at, l.*
      from (select line.* from line join agreed on agreed.product_id = line.product_id and agreed.shielded
        order by line.sku_key limit ${MAX_SHIELDED}) l
      join agreed_price r on r.workspace_id = ${workspaceId} and r.product_id = l.product_id
      where ${shields(workspaceId, at)} order by l.sku_key limit ${MAX_SHIELDED}) s
    join customer c on c.workspace_id = ${workspaceId} and c.id = s.customer_id`
}

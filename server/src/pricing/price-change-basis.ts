import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { AGREED_PRICES } from './agreed-price-terms.ts'
import { hashOfRow, holds, isNotOver } from './kind-of-term.ts'

/** The moment whose terms a change is seen with: now, or when it is due, or when it was published. */
export function momentOf(change: Row<'price_change'>, now: Date): Date {
  if (change.status === 'published') return change.published_at!
  if (change.status === 'scheduled' && change.scheduled_for! > now) return change.scheduled_for!
  return now
}

/**
 * The lines of a change as a relation: `before` and `after` are list prices in minor units, beside what of the product
 * decides who sees it and which discounts concern it. Lines of deleted products are gone.
 */
export function linesOf(
  { workspaceId }: WorkspaceContext,
  change: Pick<Row<'price_change'>, 'id' | 'status'>,
): RawBuilder<unknown> {
  const before = change.status === 'published' ? sql`line.old_price` : sql`p.list_price`
  return sql`
    select p.id as product_id, p.sku, p.sku_key, p.name, p.brand_id, p.category_id, p.active, p.visibility,
      ${before} as before, line.new_price as after,
      ${changeBp(before, sql`line.new_price`)} as change_bp
    from price_change_line line
    join product p on p.workspace_id = ${workspaceId} and p.id = line.product_id
    where line.workspace_id = ${workspaceId} and line.price_change_id = ${change.id}`
}

/** The change in basis points, half away from zero, in integers; null when there is no price to compare with. */
function changeBp(before: RawBuilder<unknown>, after: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(sign(${after} - ${before})::bigint
    * ((abs(${after} - ${before}) * 20000 + ${before}) / nullif(2 * ${before}, 0)))`
}

/** True of an agreed price, as `r`, that is not over then, of a customer who is active. */
export function counts(workspaceId: string, at: Date): RawBuilder<boolean> {
  return sql`(${isNotOver(AGREED_PRICES, at)} and r.customer_id not in (
    select id from customer where workspace_id = ${workspaceId} and not active))`
}

/**
 * What previews and fingerprints are computed from, for a `with`: `line` as in `linesOf`, and `agreed`, which tells of
 * each line that has agreed prices what they come to.
 *
 * A line asks the index for its agreed prices, whatever the planner thinks of how many lines there are: of a draft just
 * written it knows nothing. And half a million agreed prices are looked up only once.
 */
export function basisOf(context: WorkspaceContext, change: Row<'price_change'>, at: Date): RawBuilder<unknown> {
  const { workspaceId } = context
  return sql`
    line as materialized (${linesOf(context, change)}),
    agreed as materialized (
      select l.product_id, l.sku, l.sku_key, l.after, of_line.* from line l cross join lateral (
        select sum(${hashOfRow(AGREED_PRICES, at)}) as hash,
          count(*) filter (where r.unit > l.after) as inverted,
          coalesce(bool_or(r.min_qty = 1 and ${holds(AGREED_PRICES, at)} and (l.visibility = 'all' or exists (
            select from product_access access where access.workspace_id = ${workspaceId}
              and access.product_id = l.product_id and access.customer_id = r.customer_id))), false)
            and l.active and l.before <> l.after as shielded
        from agreed_price r
        where r.workspace_id = ${workspaceId} and r.product_id = l.product_id and ${counts(workspaceId, at)}) of_line
      where of_line.hash is not null)`
}

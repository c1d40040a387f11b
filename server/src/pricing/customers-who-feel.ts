import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { holds } from './price-change-basis.ts'

/**
 * For a `with`, after `basisOf`: `feels` tells of each active customer whether some line makes one of it dearer
 * (`more`), and some line cheaper (`less`), with the terms that hold `at`.
 *
 * One line is enough. They come in the order of their effect, so that for nearly every customer the first one tells,
 * and no customer is priced on every line.
 */
export function customersWhoFeel({ workspaceId }: WorkspaceContext, at: Date): RawBuilder<unknown> {
  const felt = (customerId: RawBuilder<unknown>) => isFelt(customerId, workspaceId, at)
  // What everyone sees is tried customer by customer; what only some see, for those of them who are not found yet.
  const byOpen = (lines: RawBuilder<unknown>) => sql`
    select c.id from customer c
    where c.workspace_id = ${workspaceId} and c.active and ${isFree(workspaceId)} is not true
      and exists (select from ${lines} l where ${felt(sql`c.id`)})`
  const bySelected = (found: RawBuilder<unknown>, direction: RawBuilder<unknown>) => sql`
    select access.customer_id as id from line l
    join product_access access on access.workspace_id = ${workspaceId} and access.product_id = l.product_id
    where l.active and l.visibility = 'selected' and ${direction}
      and access.customer_id not in (select id from ${found}) and ${felt(sql`access.customer_id`)}`
  // Nothing of it is worked out twice: without "materialized", each count of customers would.
  return sql`
    dearer as materialized (
      select * from line where active and visibility = 'all' and after > before order by after - before desc),
    cheaper as materialized (
      select * from line where active and visibility = 'all' and after < before order by after - before),
    more_by_open as materialized (${byOpen(sql`dearer`)}),
    less_by_open as materialized (${byOpen(sql`cheaper`)}),
    more_by_selected as materialized (${bySelected(sql`more_by_open`, sql`l.after > l.before`)}),
    less_by_selected as materialized (${bySelected(sql`less_by_open`, sql`l.after < l.before`)}),
    feels as materialized (
      select c.id in (select id from more_by_open) or c.id in (select id from more_by_selected) as more,
        c.id in (select id from less_by_open) or c.id in (select id from less_by_selected) as less
      from customer c where c.workspace_id = ${workspaceId} and c.active)`
}

/** Whether everything is free to customer `c`, who would otherwise be asked about every line in vain. */
function isFree(workspaceId: string): RawBuilder<boolean | null> {
  return sql`(select bool_and(r.discount_bp = 10000) and bool_or(r.applies_to = 'all') from discount_rule r
    where r.workspace_id = ${workspaceId} and r.customer_id = c.id)`
}

/**
 * Whether line `l` moves what the customer pays for one: no agreed price holds, and the discounted prices differ.
 * The same order of rules and the same rounding as `evaluatePrice`.
 */
function isFelt(customerId: RawBuilder<unknown>, workspaceId: string, at: Date): RawBuilder<boolean> {
  const rule = sql`select r.discount_bp from discount_rule r
    where r.workspace_id = ${workspaceId} and r.customer_id = ${customerId}`
  return sql`
    not exists (select from agreed_price a
      where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = l.product_id
        and a.min_qty = 1 and ${holds(at)})
    and exists (
      select from (
        select coalesce(
          (${rule} and r.applies_to = 'brand' and r.brand_id = l.brand_id),
          (${rule} and r.applies_to = 'category' and r.category_id = l.category_id),
          (${rule} and r.applies_to = 'all'), 0) as bp
        offset 0) discount
      where (l.before * (10000 - bp) + 5000) / 10000 <> (l.after * (10000 - bp) + 5000) / 10000)`
}

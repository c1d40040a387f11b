import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { getsAllFree } from './discount-terms.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'

/**
 * CTEs that follow `basisOf`. `affected` has a row for each active customer: `more` is true if a line raises the price of
 * one unit, `less` is true if a line lowers it, with the terms that apply `at` that time.
 *
 * One line is enough for each. Lines are sorted by effect, so for nearly every customer the first line decides, and no
 * customer is priced on every line.
 */
export function affectedCustomers({ workspaceId }: WorkspaceContext, at: Date): RawBuilder<unknown> {
  const moves = (customerId: RawBuilder<unknown>) => movesPrice(customerId, workspaceId, at)
  // Open products are checked for each customer; then selected products, for customers that are not found yet.
  const byOpen = (lines: RawBuilder<unknown>) => sql`
    select c.id from customer c
    where c.workspace_id = ${workspaceId} and c.active and ${getsAllFree(workspaceId)} is not true
      and exists (select from ${lines} l where ${moves(sql`c.id`)})`
  const bySelected = (found: RawBuilder<unknown>, direction: RawBuilder<unknown>) => sql`
    select access.customer_id as id from line l
    join product_access access on access.workspace_id = ${workspaceId} and access.product_id = l.product_id
    where l.active and l.visibility = 'selected' and ${direction}
      and access.customer_id not in (select id from ${found}) and ${moves(sql`access.customer_id`)}`
  // Without "materialized", each count of customers would compute it again.
  return sql`
    dearer as materialized (
      select * from line where active and visibility = 'all' and after > before order by after - before desc),
    cheaper as materialized (
      select * from line where active and visibility = 'all' and after < before order by after - before),
    more_by_open as materialized (${byOpen(sql`dearer`)}),
    less_by_open as materialized (${byOpen(sql`cheaper`)}),
    more_by_selected as materialized (${bySelected(sql`more_by_open`, sql`l.after > l.before`)}),
    less_by_selected as materialized (${bySelected(sql`less_by_open`, sql`l.after < l.before`)}),
    affected as materialized (
      select c.id, c.id in (select id from more_by_open) or c.id in (select id from more_by_selected) as more,
        c.id in (select id from less_by_open) or c.id in (select id from less_by_selected) as less
      from customer c where c.workspace_id = ${workspaceId} and c.active)`
}

/**
 * True if line `l` changes the price of one unit for the customer. The first term that applies gives the share of the
 * list price. Rounding is as in `discounted`.
 */
function movesPrice(customerId: RawBuilder<unknown>, workspaceId: string, at: Date): RawBuilder<boolean> {
  return sql`exists (
    select from (select ${shareOfList(customerId, workspaceId, at)} as share offset 0) paid
    where (l.before * share + 5000) / 10000 <> (l.after * share + 5000) / 10000)`
}

/** SQL: the share of the list price of line `l` that the customer pays for one unit, in basis points; 0 for a fixed price. */
export function shareOfList(customerId: RawBuilder<unknown>, workspaceId: string, at: Date): RawBuilder<number> {
  return sql`coalesce(${sql.join(KINDS_OF_TERM.map((kind) => kind.listShare(workspaceId, customerId, at)))}, 10000)`
}

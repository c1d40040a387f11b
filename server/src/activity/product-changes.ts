import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { alongKey } from '../database/along-key.ts'

/*
 * Readers follow the changes of products by time: they ask for what has changed since the latest time that they have
 * seen. A change has the time of its request, and a slow one may be committed behind a later one. So that nobody misses
 * it, a change is given its time while the workspace's revision is locked, which is until the commit: one that is later
 * than all that were given before. Where the time of the request is not, it is a microsecond later than the last. The
 * API shows milliseconds: a product is written again only where those are other than of the request.
 */

/** Products that a transaction has written, with the time of its request: a query for their `id`. */
export type ProductChanges = { ids: RawBuilder<unknown>; at: Date }

/** Part of `insert into workspace_revision … on conflict … do update set`. */
export const changedTimeIs = sql`products_changed_at = greatest(
  excluded.products_changed_at, workspace_revision.products_changed_at + interval '1 microsecond')`

/** Notes the changes with the time that the CTE `moved` has `given`. */
export function noted(workspaceId: string, { ids }: ProductChanges): RawBuilder<unknown> {
  return sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select ${workspaceId}, changed.id, moved.given from moved, (${ids}) changed
    on conflict (workspace_id, product_id) do update set changed_at = excluded.changed_at`
}

/** Has the products show the time that they were given. */
export async function showTime(
  { db, workspaceId }: WorkspaceContext,
  { ids }: ProductChanges,
  given: string,
): Promise<void> {
  // Found by their ids, then written where they are: no index answers "is true", or knows of places.
  await sql`
    update product set updated_at = ${given}::text::timestamptz
    where (workspace_id = ${workspaceId}) is true and ctid = any(array(
      select p.ctid from (${ids}) changed cross join lateral (
        select ctid from product
        where workspace_id = ${workspaceId} and ${alongKey({ id: sql`changed.id` })} limit 1) p))`.execute(db)
}

/**
 * Gives a change its time before its products are written with it, for a change of so many that they should not be
 * written twice. It is text, since a Date has no microseconds. Until the transaction ends, other writers in the workspace
 * wait. Call it when all products are locked.
 */
export async function timeOfChange({ db, workspaceId }: WorkspaceContext, at: Date): Promise<string> {
  const { rows } = await sql<{ given: string }>`
    with moved as (
      insert into workspace_revision (workspace_id, revision, products_changed_at) values (${workspaceId}, 0, ${at})
      on conflict (workspace_id) do update set ${changedTimeIs}
      returning products_changed_at as given)
    select given::text from moved`.execute(db)
  return rows[0]!.given
}

/** Notes the times of all products of the workspace as they are, where they were written past their verbs. */
export async function noteAllProducts({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select workspace_id, id, updated_at from product where workspace_id = ${workspaceId}
    on conflict (workspace_id, product_id) do update set changed_at = excluded.changed_at`.execute(db)
  await sql`
    update workspace_revision set products_changed_at = (
      select max(changed_at) from product_change where workspace_id = ${workspaceId})
    where workspace_id = ${workspaceId}`.execute(db)
}

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

/**
 * Gives a change of products its time: the one of the request where that will do. It is text, since a Date has no
 * microseconds. Until the transaction ends, other writers in the workspace wait. Call it when all products are locked.
 */
export async function timeOfChange({ db, workspaceId }: WorkspaceContext, at: Date): Promise<string> {
  const { rows } = await sql<{ given: string }>`
    with time as (${raiseTime(workspaceId, at)}) select given::text from time`.execute(db)
  return rows[0]!.given
}

/**
 * Gives products that were written with the time of the request the time of their change, and notes it. `ids` is a query
 * for their `id`. Call it behind `recordActivity`, at the end of the transaction.
 */
export async function noteProductChanges(
  { db, workspaceId }: WorkspaceContext,
  ids: RawBuilder<unknown>,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ given: string; isAsRequested: boolean }>`
    with time as (${raiseTime(workspaceId, at)}), noted as (
      insert into product_change (workspace_id, product_id, changed_at)
      select ${workspaceId}, changed.id, time.given from time, (${ids}) changed
      on conflict (workspace_id, product_id) do update set changed_at = excluded.changed_at)
    select given::text, date_trunc('milliseconds', given) = ${at} as "isAsRequested" from time`.execute(db)
  const { given, isAsRequested } = rows[0]!
  if (isAsRequested) return
  // Found by their ids, then written where they are: no index answers "is true", or knows of places.
  await sql`
    update product set updated_at = ${given}::text::timestamptz
    where (workspace_id = ${workspaceId}) is true and ctid = any(array(
      select p.ctid from (${ids}) changed cross join lateral (
        select ctid from product
        where workspace_id = ${workspaceId} and ${alongKey({ id: sql`changed.id` })} limit 1) p))`.execute(db)
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

function raiseTime(workspaceId: string, at: Date): RawBuilder<unknown> {
  return sql`
    insert into workspace_revision (workspace_id, revision, products_changed_at) values (${workspaceId}, 0, ${at})
    on conflict (workspace_id) do update set products_changed_at = greatest(
      excluded.products_changed_at, workspace_revision.products_changed_at + interval '1 microsecond')
    returning products_changed_at as given`
}

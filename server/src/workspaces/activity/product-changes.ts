import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'

/*
 * Readers follow changes of products by time: they ask for products changed since the latest time that they have seen.
 * By the time of its request, a slow change could be committed behind a later one, and readers would miss it. So the
 * time of a change is set while the workspace's revision is locked, until the commit. It is later than all earlier
 * ones: the time of the request, or the last one plus a microsecond. The API shows milliseconds, so a product is
 * updated again only where these differ from the time of the request.
 */

/** Products that a transaction has written, as a query for their `id`, and the time of its request. */
export type ProductChanges = { ids: RawBuilder<unknown>; at: Date }

/** SQL, for an update of `workspace_revision`: the time of a change that a request makes at `at`. */
export function changeTimeAfter(at: Date): RawBuilder<Date> {
  return sql`greatest(${at}::timestamptz,
    (changed_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC')`
}

/** Records the changes with the time that they were given. */
export async function recordChanges(
  { db, workspaceId }: WorkspaceContext,
  { ids }: ProductChanges,
  given: string,
): Promise<void> {
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select ${workspaceId}, changed.id, ${given}::text::timestamptz from (${ids}) changed
    on conflict (workspace_id, product_id)
      do update set changed_at = excluded.changed_at, version = product_change.version + 1`.execute(db)
}

/** Raises the version of a product whose pictures change: the API does not show them, so its time stays. */
export async function raiseVersion({ db, workspaceId }: WorkspaceContext, productId: string): Promise<void> {
  await sql`
    update product_change set version = version + 1
    where workspace_id = ${workspaceId} and product_id = ${productId}`.execute(db)
}

/** Sets `updated_at` of the products to the time of the change. */
export async function updateShownTime(
  { db, workspaceId }: WorkspaceContext,
  { ids }: ProductChanges,
  given: string,
): Promise<void> {
  await sql`
    update product set updated_at = ${given}::text::timestamptz
    where workspace_id = ${workspaceId} and id = any(array(${ids}))`.execute(db)
}

/**
 * Sets the time of a change before its products are written, so that a change of many products writes each of them
 * once. The time is text, since a Date has no microseconds. Other writers of the workspace wait until the transaction
 * ends. Call it when all products are locked.
 */
export async function nextChangeTime({ db, workspaceId }: WorkspaceContext, at: Date): Promise<string> {
  const { rows } = await sql<{ given: string }>`
    with moved as (
      update workspace_revision set changed_at = ${changeTimeAfter(at)}, products_changed_at = ${changeTimeAfter(at)}
      where workspace_id = ${workspaceId} returning changed_at as given)
    select given::text from moved`.execute(db)
  return rows[0]!.given
}

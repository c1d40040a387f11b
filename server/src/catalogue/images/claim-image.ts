import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** A claim ends after this time, in milliseconds: a process that was killed leaves no image behind. */
const LEASE_MS = 5 * 60_000
/** Comes before all ids. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** An image to copy. `requestedAt` and `url` tell whether it is still wanted when it has been copied. */
export type ClaimedImage = { productId: string; url: string; requestedAt: Date; attempts: number }

/**
 * Workspaces that have images to copy now, by id: the first ones behind `after`. It reads one entry of the index of each
 * workspace, and none while nothing is queued.
 */
export async function workspacesWithDueImages(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { after = FIRST, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const { rows: queued } = await sql`select 1 from product_image where status = 'queued' limit 1`.execute(db)
  if (queued.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select w.id from workspace w
    where w.id > ${after} and exists (
      select from product_image i where i.workspace_id = w.id and i.status = 'queued' and i.due_at <= ${clock()})
    order by w.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Claims the image of a workspace that has been due longest, and counts an attempt; null if none is due. Other
 * processes skip it meanwhile.
 */
export async function claimImage(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
): Promise<ClaimedImage | null> {
  const now = clock()
  const { rows } = await sql<ClaimedImage>`
    with next as materialized (
      select product_id from product_image
      where workspace_id = ${workspaceId} and status = 'queued' and due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    update product_image i set attempts = i.attempts + 1, due_at = ${new Date(now.getTime() + LEASE_MS)}
    where i.workspace_id = ${workspaceId} and i.product_id = (select product_id from next)
    returning i.product_id as "productId", i.source_url as url, i.requested_at as "requestedAt", i.attempts`.execute(db)
  return rows[0] ?? null
}

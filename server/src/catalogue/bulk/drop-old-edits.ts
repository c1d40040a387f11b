import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'

/** How many edits of a workspace can be undone, and for how long. */
const KEPT = 20
const KEPT_MS = 24 * 3_600_000

/** Drops what is kept of edits that can no longer be undone. */
export async function dropOldEdits({ db, workspaceId, clock }: WorkspaceContext): Promise<void> {
  const oldest = new Date(clock().getTime() - KEPT_MS)
  await sql`
    with dropped as (
      delete from product_edit where workspace_id = ${workspaceId} and (created_at < ${oldest} or id not in (
        select id from product_edit where workspace_id = ${workspaceId} order by created_at desc, id desc
        limit ${sql.lit(KEPT - 1)}))
      returning id)
    delete from product_edit_line where workspace_id = ${workspaceId} and edit_id in (select id from dropped)`.execute(
    db,
  )
}

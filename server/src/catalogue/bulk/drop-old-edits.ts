import { sql } from 'kysely'
import { EDIT_KEPT_MS } from '../../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'

/** How many edits of a workspace are kept, and how many lines they have together, before a new one. */
const KEPT = 200
const KEPT_LINES = 2_000_000

/** Drops what is kept of edits that can no longer be undone. */
export async function dropOldEdits({ db, workspaceId, clock }: WorkspaceContext): Promise<void> {
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  await sql`
    with dropped as (
      delete from product_edit where workspace_id = ${workspaceId} and id in (
        select id from (
          select id, created_at, row_number() over newest as place, sum(line_count) over newest as lines
          from product_edit where workspace_id = ${workspaceId}
          window newest as (order by created_at desc, id desc)) edit
        where created_at <= ${oldest} or place >= ${sql.lit(KEPT)} or lines > ${sql.lit(KEPT_LINES)})
      returning id)
    delete from product_edit_line where workspace_id = ${workspaceId} and edit_id in (select id from dropped)`.execute(
    db,
  )
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { requireNotUndone } from './undone.ts'
import { EDIT_KEPT_MS } from './ways-to-undo.ts'

/** The tables of edits of many records, which keep what these were. Each has a table of its lines. */
type KeptEdits = 'product_edit' | 'customer_edit'

export type UndoneEdit = {
  /** Records that are as before; those that the edit added are gone. */
  restored: number
  /** Records that were changed or deleted since, and stay as they are. */
  left: number
}

/** How many edits of a workspace are kept, and how many lines they have together, before a new one. */
const KEPT = 200
const KEPT_LINES = 2_000_000

/** Drops the edits of a workspace that can no longer be undone, and makes room for one more. It waits for no undo. */
export async function dropOldEdits({ db, workspaceId, clock }: WorkspaceContext, edits: KeptEdits): Promise<void> {
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  await sql`
    with old as (
      select id from (
        select id, created_at, row_number() over newest as place, sum(line_count) over newest as lines
        from ${sql.table(edits)} where workspace_id = ${workspaceId}
        window newest as (order by created_at desc, id desc)) edit
      where created_at <= ${oldest} or place >= ${sql.lit(KEPT)} or lines > ${sql.lit(KEPT_LINES)}
    ), dropped as (
      delete from ${sql.table(edits)} where workspace_id = ${workspaceId} and id in (
        select id from ${sql.table(edits)} where workspace_id = ${workspaceId} and id in (select id from old)
        for update skip locked)
      returning id)
    delete from ${sql.table(`${edits}_line`)}
    where workspace_id = ${workspaceId} and edit_id in (select id from dropped)`.execute(db)
}

/**
 * An edit that can be undone; locked, until the transaction ends. Throws NotFound if it is older than a day, and
 * InvalidRequest if it is undone already.
 */
export async function readUndoableEdit<Edits extends KeptEdits>(
  context: WorkspaceContext,
  edits: Edits,
  id: string,
  mode?: 'locked',
): Promise<Row<Edits>> {
  const { db, workspaceId, clock } = context
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  const { rows } = isUuid(id)
    ? await sql<Row<Edits>>`
        select * from ${sql.table(edits)}
        where workspace_id = ${workspaceId} and id = ${id} and created_at > ${oldest}
        ${mode === 'locked' ? sql`for update` : sql``}`.execute(db)
    : { rows: [] }
  const edit = rows[0]
  if (!edit) throw new NotFound('There is no change of that id that can still be undone: a day has passed.')
  await requireNotUndone(context, id)
  return edit
}

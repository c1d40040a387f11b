import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { waysToUndo } from '../workspaces/activity/ways-to-undo.ts'
import type { WayToUndo } from '../workspaces/activity/ways-to-undo.ts'
import type { Actor, Undone } from '../database/column-values.ts'
import { findProduct } from '../pricing/find-product.ts'

/** A change of a product. `changes` is as in the activity. */
export type HistoryEntry = {
  id: string
  at: string
  actor: Actor
  action: string
  changes: Record<string, unknown>
  /** How all of that change can be undone, with its other products. */
  undo: WayToUndo | null
  undone: Undone | null
}

/**
 * A page of what happened to a product, newest first: the activity about it, and what it was changed in together with
 * others, as long as that can be undone. Throws NotFound.
 */
export async function productHistory(
  context: WorkspaceContext,
  { id: productId, limit, offset }: { id: string; limit: number; offset: number },
): Promise<HistoryEntry[]> {
  const { db, workspaceId } = context
  const { id } = await findProduct(context, productId)
  const { rows } = await sql<Omit<HistoryEntry, 'at' | 'undo'> & { at: Date; kind: WayToUndo['kind'] | null }>`
    select * from (
      (select id, at, actor, action, changes, null as kind, null::jsonb as undone from activity
        where workspace_id = ${workspaceId} and subject ->> 'id' = ${id}
        order by at desc, id desc limit ${limit + offset})
      union all
      select e.id, a.at, a.actor, 'product.update',
        jsonb_build_object(e.field, jsonb_build_object('from', l.before -> 'shown', 'to', a.changes -> e.field -> 'to')),
        'product_edit', a.undone
      from record_edit_line l join record_edit e on e.workspace_id = ${workspaceId} and e.id = l.edit_id
      join activity a on a.workspace_id = ${workspaceId} and a.id = l.edit_id
      where l.workspace_id = ${workspaceId} and l.record_id = ${id}::uuid and e.kind = 'products'
      union all
      select i.id, i.started_at, i.started_by, 'product.import',
        c.changes || jsonb_build_object('file', i.file_name), 'import',
        case when c.outcome in ('restored', 'removed') then (
          select undone from activity
          where workspace_id = ${workspaceId} and subject ->> 'id' = i.id::text and undone is not null
          order by at desc, id desc limit 1) end
      from record_edit_line c join data_import i on i.workspace_id = ${workspaceId} and i.id = c.edit_id
      where c.workspace_id = ${workspaceId} and c.shown_on = ${id}::uuid) entry
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  const undoable = rows.flatMap(({ id, kind, undone }) => (kind && !undone ? [{ entry: id, kind, id }] : []))
  const ways = await waysToUndo(context, undoable)
  return rows.map(({ id, at, actor, action, changes, undone }) => {
    return { id, at: at.toISOString(), actor, action, changes, undo: ways.get(id) ?? null, undone }
  })
}

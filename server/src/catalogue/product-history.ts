import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { findProduct } from '../pricing/find-product.ts'

/** A change of a product. `changes` is as in the activity. */
export type HistoryEntry = {
  id: string
  at: string
  actor: Actor
  action: string
  changes: Record<string, unknown>
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
  const { rows } = await sql<Omit<HistoryEntry, 'at'> & { at: Date }>`
    select * from (
      (select id, at, actor, action, changes from activity
        where workspace_id = ${workspaceId} and subject ->> 'id' = ${id}
        order by at desc, id desc limit ${limit + offset})
      union all
      select e.id, e.created_at, e.actor, 'product.update',
        jsonb_build_object(e.field, jsonb_build_object('from', l.before -> 'shown', 'to', e.after -> 'shown'))
          || case when e.undone_at is null then '{}' else '{"undone": true}' end::jsonb
      from product_edit e join product_edit_line l on l.workspace_id = ${workspaceId} and l.edit_id = e.id
        and l.product_id = ${id}::uuid
      where e.workspace_id = ${workspaceId}
      union all
      select i.id, i.started_at, i.started_by, 'product.import',
        c.changes || jsonb_build_object('file', i.file_name)
          || case when c.outcome in ('restored', 'removed') then '{"undone": true}' else '{}' end::jsonb
      from data_import_change c join data_import i on i.workspace_id = ${workspaceId} and i.id = c.import_id
      where c.workspace_id = ${workspaceId} and c.shown_on = ${id}::uuid) entry
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

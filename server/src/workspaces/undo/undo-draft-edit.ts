import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { lineOf, lineVersion, lockForEdit, recordedEdit } from '../../pricing/price-changes/apply-edit.ts'
import type { DraftEdit } from '../../pricing/price-changes/apply-edit.ts'
import type { ForecastKind } from './undo-lines.ts'

/** Lines of a draft. A line of a deleted product does not come back. */
export function draftLines(draftId: string): ForecastKind<number> {
  return {
    intact: async ({ db, workspaceId }, lines) => {
      const asked = lines.map(({ id, version }) => ({ id, version }))
      const { rows } = await sql<{ id: string }>`
        select asked.id from ${rowset(asked, 'id uuid, version text', 'asked')}
        left join lateral ${lineOf(workspaceId, draftId, sql`asked.id`)} line on true
        where ${lineVersion(sql`line.new_price`)} = asked.version and (line.new_price is not null or exists (
          select from product where workspace_id = ${workspaceId} and id = asked.id))`.execute(db)
      const ids = new Set(rows.map(({ id }) => id))
      return lines.filter(({ id }) => ids.has(id))
    },
  }
}

/**
 * Undoes an edit of a draft, by an edit that can be undone in turn. Throws InvalidRequest where it is no draft any more.
 */
export async function undoDraftEdit(trx: WorkspaceContext, editId: string, draftId: string): Promise<DraftEdit> {
  const { workspaceId } = trx
  const draft = await lockForEdit(trx, draftId)
  return recordedEdit(
    trx,
    draft,
    sql`
      select l.record_id as product_id, (l.before #>> '{}')::bigint as to_price
      from record_edit_line l left join lateral ${lineOf(workspaceId, draft.id, sql`l.record_id`)} line on true
      where l.workspace_id = ${workspaceId} and l.edit_id = ${editId}
        and ${lineVersion(sql`line.new_price`)} = l.version`,
    { undone: true },
  )
}

import { sql } from 'kysely'
import { dropOldEdits } from '../activity/kept-edits.ts'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'

/** What a record was; null for one that was added. `version` is the one that it got. */
export type KeptRecord = { recordId: string; label: string; before: object | null; version: string }

/**
 * Keeps what an act on many customers or agreed prices changed, so that it can be undone. `id` is that of its entry in
 * the activity. Call it in the transaction of the act.
 */
export async function keepCustomerEdit(
  trx: WorkspaceContext,
  edit: { id: string; kind: Row<'customer_edit'>['kind']; lines: readonly KeptRecord[] },
): Promise<void> {
  const { db, workspaceId, clock } = trx
  await dropOldEdits(trx, 'customer_edit')
  await sql`
    insert into customer_edit (workspace_id, id, kind, created_at, line_count)
    values (${workspaceId}, ${edit.id}, ${edit.kind}, ${clock()}, ${edit.lines.length})`.execute(db)
  const lines = edit.lines.map(({ recordId, ...line }) => ({ record_id: recordId, ...line }))
  await sql`
    insert into customer_edit_line (workspace_id, edit_id, record_id, label, before, version)
    select ${workspaceId}, ${edit.id}, record_id, label, before, version
    from ${rowset(lines, 'record_id uuid, label text, before jsonb, version text')}`.execute(db)
}

import { sql } from 'kysely'
import { dropOldEdits } from '../activity/kept-edits.ts'
import { versionsOf } from '../activity/record-versions.ts'
import { EDIT_KEPT_MS } from '../activity/ways-to-undo.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'

/** What a record was; null for one that was added. */
export type KeptRecord = { recordId: string; label: string; before: object | null }

const TABLES = { customers: 'customer', agreed_prices: 'agreed_price' } as const

/**
 * Keeps what an act on many customers or agreed prices changed, with the versions that it left, so that it can be
 * undone. `id` is that of its entry in the activity. Call it in the transaction of the act, once all is written.
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
  const ids = edit.lines.map(({ recordId }) => recordId)
  const versions = await versionsOf(trx, TABLES[edit.kind], ids)
  const lines = edit.lines.map(({ recordId: id, ...line }) => ({ record_id: id, version: versions.get(id), ...line }))
  await sql`
    insert into customer_edit_line (workspace_id, edit_id, record_id, label, before, version)
    select ${workspaceId}, ${edit.id}, record_id, label, before, version
    from ${rowset(lines, 'record_id uuid, label text, before jsonb, version text')}`.execute(db)
}

/**
 * Removes the edits that can no longer be undone, with the values of customers that they keep, in small statements: a
 * large one would hold others up.
 */
export async function removeOldCustomerEdits({ db, clock }: Context): Promise<void> {
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  const { rows: old } = await sql<{ workspaceId: string; id: string }>`
    select workspace_id as "workspaceId", id from customer_edit where created_at <= ${oldest}`.execute(db)
  for (const { workspaceId, id } of old) {
    const theirs = sql`workspace_id = ${workspaceId} and edit_id = ${id}`
    const part = sql`
      delete from customer_edit_line where ${theirs} and record_id in (
        select record_id from customer_edit_line where ${theirs} order by workspace_id, edit_id, record_id limit 1000)`
    while (((await part.execute(db)).numAffectedRows ?? 0n) > 0n);
    await sql`delete from customer_edit where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  }
}

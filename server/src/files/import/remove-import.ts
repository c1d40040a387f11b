import { sql } from 'kysely'
import { deleteLines } from '../../workspaces/activity/kept-edits.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { IMPORT_KEPT_MS } from '../../workspaces/activity/ways-to-undo.ts'
import type { WorkspaceContext, Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockImport, updateImport } from './import-row.ts'

/** How long a file is kept that is not imported, in milliseconds. */
const UNUSED_MS = 7 * 24 * 3_600_000
/** How long a file is kept that is still being read: its process has ended. */
const READING_MS = 3_600_000

/** Removes an import that nobody works on: its rows, and what would undo it. Throws NotFound and InvalidRequest. */
export async function removeImport(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await lockImport(trx, id, {
      statuses: ['ready', 'checked', 'stopped', 'done', 'failed', 'undone'],
      otherwise: 'This file is being worked on: stop that, or wait for its end, before you remove it.',
    })
    // Nobody sees it from now on. What is left of it, should this be cut off, the job removes.
    await updateImport(trx, id, { status: 'reading', created_at: new Date(0) })
    await recordActivity(trx, {
      action: 'import.remove',
      subject: { type: 'import', id, label: row.file_name },
      changes: {},
    })
  })
  await deleteImport(context, id)
}

/** Deletes an import that nobody sees any more. */
async function deleteImport(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  id: string,
): Promise<void> {
  const deletions = [
    () => sql`
      delete from data_import_reject where workspace_id = ${workspaceId} and import_id = ${id} and line in (
        select line from data_import_reject where workspace_id = ${workspaceId} and import_id = ${id}
        order by workspace_id, import_id, line limit 1000)`,
    () => sql`
      delete from data_import_part where workspace_id = ${workspaceId} and import_id = ${id} and (sheet, position) in (
        select sheet, position from data_import_part where workspace_id = ${workspaceId} and import_id = ${id}
        order by workspace_id, import_id, sheet, position limit 20)`,
    () => sql`delete from data_import where workspace_id = ${workspaceId} and id = ${id}`,
  ]
  await deleteLines({ db, workspaceId }, id)
  // In small statements: a large import would hold others up.
  for (const deletion of deletions) {
    while (((await deletion().execute(db)).numAffectedRows ?? 0n) > 0n);
  }
}

/** Removes imports that ended a month ago, files that were never imported, and those whose upload was cut off. */
export async function removeOldImports({ db, clock }: Context): Promise<void> {
  const now = clock().getTime()
  const { rows: old } = await sql<{ workspaceId: string; id: string }>`
    select workspace_id as "workspaceId", id from data_import
    where status not in ('checking', 'importing', 'undoing') and (
      coalesce(finished_at, created_at) < ${new Date(now - IMPORT_KEPT_MS)}
      or started_at is null and created_at < ${new Date(now - UNUSED_MS)}
      or status = 'reading' and created_at < ${new Date(now - READING_MS)})`.execute(db)
  for (const { workspaceId, id } of old) await deleteImport({ db, workspaceId }, id)
}

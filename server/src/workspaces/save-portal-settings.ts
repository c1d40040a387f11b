import { recordActivity } from './activity/record-activity.ts'
import type { ActivityEntry } from './activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { NewRow } from '../database/tables.ts'
import { readWorkspace } from './workspaces.ts'

/** Writes some columns of the portal's settings, and records it. The row is made with the first change. */
export async function savePortalSettings(
  trx: WorkspaceContext,
  columns: Partial<NewRow<'portal_settings'>>,
  entry: Pick<ActivityEntry, 'action' | 'changes'>,
): Promise<void> {
  const { db, workspaceId, clock } = trx
  const values = { ...columns, updated_at: clock() }
  await db
    .insertInto('portal_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute()
  const { name } = await readWorkspace(trx, workspaceId)
  await recordActivity(trx, { ...entry, subject: { type: 'workspace', id: workspaceId, label: name } })
}

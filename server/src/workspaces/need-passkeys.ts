import { recordActivity } from './activity/record-activity.ts'
import type { ActivityEntry } from './activity/record-activity.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { closeAccess, inTransaction } from '../database/transaction.ts'
import { NotFound } from '../errors.ts'
import type { NewRow } from '../database/tables.ts'
import { readWorkspace } from './workspaces.ts'

/** Whether the staff works in the workspace only with sessions that a passkey proved. Throws NotFound. */
export async function needsPasskeys(context: Omit<WorkspaceContext, 'actor'>): Promise<boolean> {
  return (await find(context)).staff_need_passkey
}

/**
 * Says whether the staff needs passkeys, from the next request on; writes in progress of the staff are waited for.
 * Idempotent. Throws NotFound.
 */
export async function setNeedPasskeys(context: WorkspaceContext, { needed }: { needed: boolean }): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId, clock } = trx
    if (needed) await closeAccessOfStaff(trx)
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
    const { name, staff_need_passkey: before } = await find(trx)
    if (before === needed) return
    await db
      .updateTable('workspace')
      .set({ staff_need_passkey: needed, updated_at: clock() })
      .where('id', '=', workspaceId)
      .execute()
    await recordActivity(trx, {
      action: 'workspace.update',
      subject: { type: 'workspace', id: workspaceId, label: name },
      changes: { staffNeedPasskey: { from: before, to: needed } },
    })
  })
}

/** In the order of their ids, so that two of these never deadlock. */
async function closeAccessOfStaff({ db, workspaceId }: WorkspaceContext): Promise<void> {
  const members = await db
    .selectFrom('member')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('person_id')
    .execute()
  for (const { person_id } of members) await closeAccess(db, person_id)
}

async function find({ db, workspaceId }: Context & { workspaceId: string }) {
  const workspace = await db
    .selectFrom('workspace')
    .select(['name', 'staff_need_passkey'])
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  if (!workspace) throw new NotFound(`There is no workspace ${workspaceId}.`)
  return workspace
}

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

import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { startDraft } from './price-change-drafts.ts'
import { lockPriceChange, readPriceChange, subjectOf } from './price-change-status.ts'

/** Starts an empty draft under a name of the person's choice. */
export async function createPriceChange(
  context: WorkspaceContext,
  { name }: { name: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const id = await startDraft(trx, name)
    await recordActivity(trx, {
      action: 'price_change.create',
      subject: subjectOf({ id, name }),
      changes: { lineCount: 0 },
    })
    return { id }
  })
}

/** Renames a price change that is not over yet. Throws NotFound, or InvalidRequest where it is over. */
export async function renamePriceChange(
  context: WorkspaceContext,
  { id, name }: { id: string; name: string },
): Promise<{ id: string; name: string }> {
  return inTransaction(context, async (trx) => {
    await lockPriceChange(trx, id, 'exclusive')
    const change = await readPriceChange(trx, id)
    if (change.status !== 'draft' && change.status !== 'scheduled') {
      throw new InvalidRequest(`"${change.name}" is ${change.status}, and keeps its name.`)
    }
    if (change.name === name) return { id: change.id, name }
    await trx.db
      .updateTable('price_change')
      .set({ name, updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', change.id)
      .execute()
    await recordActivity(trx, {
      action: 'price_change.rename',
      subject: subjectOf({ id: change.id, name }),
      changes: { name: { from: change.name, to: name } },
    })
    return { id: change.id, name }
  })
}

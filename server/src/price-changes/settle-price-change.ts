import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { lookFresh, requireFresh } from './cached-assessments.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import { lockForMove, move, subjectOf } from './price-change-status.ts'

/**
 * Sets a draft to be published at a time to come; from then on nothing is added to it. With a fingerprint, only if the
 * preview is still valid.
 * Throws NotFound, or InvalidRequest where it is no draft, the time has passed, the fingerprint is stale, or as many are
 * scheduled as can be.
 */
export async function schedulePriceChange(
  context: WorkspaceContext,
  input: { id: string; at: Date; fingerprint?: string | undefined },
): Promise<{ id: string; status: 'scheduled' }> {
  const seen = await lookFresh(context, input)
  return inTransaction(context, async (trx) => {
    const change = await lockForMove(trx, input.id, 'scheduled')
    if (input.at <= trx.clock()) {
      throw new InvalidRequest(`${input.at.toISOString()} has passed: give a time to come, or publish it now.`)
    }
    await requireRoom(trx)
    if (input.fingerprint !== undefined) {
      await requireFresh(trx, change, { given: input.fingerprint, seen })
    }
    await move(trx, change, { status: 'scheduled', scheduled_for: input.at })
    await recordActivity(trx, {
      action: 'price_change.schedule',
      subject: subjectOf(change),
      changes: { scheduledFor: input.at.toISOString() },
    })
    return { id: change.id, status: 'scheduled' }
  })
}

async function requireRoom({ db, workspaceId }: WorkspaceContext): Promise<void> {
  const most = WORKSPACE_LIMITS.scheduledPriceChanges
  const scheduled = await db
    .selectFrom('price_change')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'scheduled')
    .limit(most)
    .execute()
  if (scheduled.length < most) return
  throw new InvalidRequest(`${most} price changes are scheduled, which is the limit. Cancel one, or publish it first.`)
}

/** Calls off a scheduled change, for good. Throws NotFound, or InvalidRequest where it is not scheduled. */
export async function cancelPriceChange(context: WorkspaceContext, input: { id: string }) {
  return end(context, input.id, 'cancelled', 'price_change.cancel')
}

/** Throws a draft away, for good. Throws NotFound, or InvalidRequest where it is no draft. */
export async function discardPriceChange(context: WorkspaceContext, input: { id: string }) {
  return end(context, input.id, 'discarded', 'price_change.discard')
}

async function end<S extends 'cancelled' | 'discarded'>(
  context: WorkspaceContext,
  id: string,
  status: S,
  action: string,
): Promise<{ id: string; status: S }> {
  return inTransaction(context, async (trx) => {
    const change = await lockForMove(trx, id, status)
    await move(trx, change, { status })
    await recordActivity(trx, { action, subject: subjectOf(change), changes: { lineCount: change.line_count } })
    return { id: change.id, status }
  })
}

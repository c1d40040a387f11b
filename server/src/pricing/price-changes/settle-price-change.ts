import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict, InvalidRequest } from '../../errors.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-limits.ts'
import { changesSince } from './changes-since.ts'
import { StaleFingerprint } from './fingerprint.ts'
import { requireFresh } from './impact-of-change.ts'
import { lockForMove, move, subjectOf } from './price-change-status.ts'
import { publishPriceChange } from './publish-price-change.ts'
import type { Publication } from './publish-price-change.ts'

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
  return inTransaction(context, async (trx) => {
    const change = await lockForMove(trx, input.id, 'scheduled')
    if (input.at <= trx.clock()) {
      throw new InvalidRequest(`${input.at.toISOString()} has passed: give a time to come, or publish it now.`)
    }
    await requireRoom(trx)
    if (input.fingerprint !== undefined) await requireFresh(trx, change, input.fingerprint)
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

/** What somebody reviewed: the fingerprint of it, and when it was read. */
type Reviewed = { fingerprint: string; seenAt: Date }

/**
 * Publishes a change exactly as it was reviewed. Throws Conflict, with each change since the review as an issue, if it
 * is no longer so; NotFound, or InvalidRequest if it cannot be published.
 */
export async function publishReviewed(
  context: WorkspaceContext,
  { id, fingerprint, seenAt }: Reviewed & { id: string },
): Promise<Publication> {
  return naming(context, { id, seenAt }, () => publishPriceChange(context, { id, fingerprint }))
}

/**
 * Schedules a draft exactly as it was reviewed. Throws as `publishReviewed`, and InvalidRequest if the time has passed.
 */
export async function scheduleReviewed(
  context: WorkspaceContext,
  { id, at, fingerprint, seenAt }: Reviewed & { id: string; at: Date },
) {
  return naming(context, { id, seenAt }, () => schedulePriceChange(context, { id, at, fingerprint }))
}

async function naming<T>(
  context: WorkspaceContext,
  review: { id: string; seenAt: Date },
  decide: () => Promise<T>,
): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    if (!(error instanceof StaleFingerprint)) throw error
    throw new Conflict(error.message, await changesSince(context, { ...review, parts: error.parts }))
  }
}

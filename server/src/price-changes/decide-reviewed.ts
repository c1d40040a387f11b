import type { WorkspaceContext } from '../context.ts'
import { Conflict } from '../errors.ts'
import { changesSince } from './changes-since.ts'
import { StaleFingerprint } from './price-change-fingerprint.ts'
import { publishPriceChange } from './publish-price-change.ts'
import type { Publication } from './publish-price-change.ts'
import { schedulePriceChange } from './settle-price-change.ts'

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

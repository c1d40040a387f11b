import type { WorkspaceContext } from '../context.ts'
import { withCustomPlans } from '../database/custom-plans.ts'
import { inSnapshot } from '../database/transaction.ts'
import type { Assessment } from './assess-price-change.ts'
import { cachedAssessment, cachedCustomersHit } from './cached-assessments.ts'
import type { CustomersHit } from './customers-hit.ts'
import { effectOf, isLarge } from './effect.ts'
import { shapePriceChange } from './list-price-changes.ts'
import type { PriceChange } from './list-price-changes.ts'
import { momentOf } from './price-change-basis.ts'
import { readPriceChange } from './price-change-status.ts'

/** What somebody sees before publishing a price change. */
export type Review = PriceChange &
  Assessment &
  CustomersHit & {
    /** For people: what publishing does to whom. */
    effect: string
    /** So large that its name has to be typed before it is published. */
    isLarge: boolean
    /** When it was read, to tell later what has changed since. */
    seenAt: string
  }

/** A price change with all that it does to customers. Throws NotFound. */
export async function reviewPriceChange(context: WorkspaceContext, { id }: { id: string }): Promise<Review> {
  const { runQueued = (work) => work() } = context
  const seenAt = context.clock().toISOString()
  return runQueued(() =>
    inSnapshot(context, async (trx) => {
      const change = await readPriceChange(trx, id)
      const at = momentOf(change, trx.clock())
      return withCustomPlans(trx.db, async () => {
        const assessment = await cachedAssessment(trx, change, at)
        const { summary } = assessment
        return {
          ...shapePriceChange(change),
          ...assessment,
          ...(await cachedCustomersHit(trx, change, at)),
          effect: effectOf(change.line_count, summary),
          isLarge: isLarge(change.line_count, summary),
          seenAt,
        }
      })
    }),
  )
}

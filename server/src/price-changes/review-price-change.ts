import type { WorkspaceContext } from '../context.ts'
import { atOneState } from '../reading/index.ts'
import type { Assessment } from './assess-price-change.ts'
import { cachedImpact } from './cached-assessments.ts'
import type { CustomersHit } from './customers-hit.ts'
import { effectOf, isLarge } from './effect.ts'
import { shapePriceChange } from './list-price-changes.ts'
import type { PriceChange } from './list-price-changes.ts'
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
  const { result } = await runQueued(() =>
    atOneState(context, async () => {
      const { assessment, customers } = await cachedImpact(context, id)
      const change = await readPriceChange(context, id)
      return {
        ...shapePriceChange(change),
        ...assessment,
        ...customers,
        effect: effectOf(change.line_count, assessment.summary),
        isLarge: isLarge(change.line_count, assessment.summary),
        seenAt,
      }
    }),
  )
  return result
}

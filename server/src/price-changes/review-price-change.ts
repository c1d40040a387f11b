import type { WorkspaceContext } from '../context.ts'
import { atOneState } from '../reading/index.ts'
import { cachedImpact } from './cached-assessments.ts'
import { effectOf, isLarge } from './effect.ts'
import { shapePriceChange } from './list-price-changes.ts'
import { readPriceChange } from './price-change-status.ts'

/** A price change with all that it does to customers. Throws NotFound. */
export async function reviewPriceChange(context: WorkspaceContext, { id }: { id: string }) {
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

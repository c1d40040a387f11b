import type { WorkspaceContext } from '../../context.ts'
import { atOneState } from '../../database/paging/index.ts'
import { cachedImpact } from './impact-of-change.ts'
import { listLines } from './list-lines.ts'
import { shapePriceChange } from './list-price-changes.ts'
import { readPriceChange } from './price-change-status.ts'

/**
 * The effect of a price change, with a page of its lines, sorted by SKU.
 * Throws NotFound for the change or the customer.
 */
export async function previewPriceChange(
  context: WorkspaceContext,
  input: { id: string; customer?: string | undefined; limit: number; offset: number },
) {
  const { runQueued = (work) => work() } = context
  const { result } = await runQueued(() =>
    atOneState(context, async () => {
      const { assessment } = await cachedImpact(context, input.id)
      const change = await readPriceChange(context, input.id)
      const { lines } = await listLines(context, { ...input, sort: 'sku', descending: false })
      return { ...shapePriceChange(change), ...assessment, lines }
    }),
  )
  return result
}

import type { WorkspaceContext } from '../../context.ts'
import { atOneState } from '../../database/paging/index.ts'
import type { Row } from '../../database/tables.ts'
import { counted } from '../../shared/counted.ts'
import { isLargeEffect } from '../../shared/price-impact.ts'
import { cachedImpact } from './impact-of-change.ts'
import type { Impact, PriceChangeSummary } from './impact-of-change.ts'
import { listLines } from './list-lines.ts'
import { shapePriceChange, readPriceChange } from './list-price-changes.ts'

/**
 * The effect of a price change, with a page of its lines, sorted by SKU.
 * Throws NotFound for the change or the customer.
 */
export function previewPriceChange(
  context: WorkspaceContext,
  input: { id: string; customer?: string | undefined; limit: number; offset: number },
) {
  return withImpact(context, input.id, async (change, { assessment }) => {
    const { lines } = await listLines(context, { ...input, sort: 'sku', descending: false })
    return { ...shapePriceChange(change), ...assessment, lines }
  })
}

/** A price change with all that it does to customers. Throws NotFound. */
export function reviewPriceChange(context: WorkspaceContext, { id }: { id: string }) {
  const seenAt = context.clock().toISOString()
  return withImpact(context, id, async (change, { assessment, customers, lines }) => ({
    ...shapePriceChange(change),
    ...assessment,
    ...customers,
    lines,
    effect: effectOf(change.line_count, assessment.summary),
    isLarge: isLarge(change.line_count, assessment.summary),
    seenAt,
  }))
}

async function withImpact<Shown>(
  context: WorkspaceContext,
  id: string,
  show: (change: Row<'price_change'>, impact: Impact) => Promise<Shown>,
): Promise<Shown> {
  const { runQueued = (work) => work() } = context
  const { result } = await runQueued(() =>
    atOneState(context, async () => {
      const impact = await cachedImpact(context, id)
      return show(await readPriceChange(context, id), impact)
    }),
  )
  return result
}

/** What a price change does to whom, for people: "412 prices: 38 customers pay more, largest rise 18%". */
function effectOf(lineCount: number, summary: PriceChangeSummary): string {
  const { customers, unchanged, deleted, largestIncrease, largestDecrease, inverted } = summary
  const prices = counted(lineCount - deleted - unchanged, 'price')
  const parts = [
    ...(customers.payMore > 0 ? [`${pay(customers.payMore)} more`] : []),
    ...(customers.payLess > 0 ? [`${pay(customers.payLess)} less`] : []),
    ...(customers.mixed > 0 ? [`${pay(customers.mixed)} more for some and less for others`] : []),
  ]
  if (parts.length === 0) parts.push('no customer pays another price')
  if (largestIncrease?.changeBp) parts.push(`largest rise ${percent(largestIncrease.changeBp)}`)
  if (largestDecrease?.changeBp) parts.push(`largest drop ${percent(-largestDecrease.changeBp)}`)
  if (inverted.count > 0) parts.push(`${counted(inverted.count, 'agreed price')} above the new list price`)
  return `${prices}: ${parts.join(', ')}`
}

/** Whether a change is so large that its name has to be typed before it is published. */
function isLarge(lineCount: number, { largestIncrease, largestDecrease }: PriceChangeSummary): boolean {
  const largest = Math.max(largestIncrease?.changeBp ?? 0, -(largestDecrease?.changeBp ?? 0))
  return isLargeEffect(lineCount, largest)
}

/** 1250 basis points as "12.5%". */
function percent(basisPoints: number): string {
  return `${(basisPoints / 100).toLocaleString('en', { maximumFractionDigits: 2 })}%`
}

function pay(customers: number): string {
  return `${counted(customers, 'customer')} ${customers === 1 ? 'pays' : 'pay'}`
}

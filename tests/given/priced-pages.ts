import type { PriceImpact } from '../../server/src/shared/price-impact.ts'
import type { TestWorkspace } from './service.ts'
import { done } from './given.ts'

/** The priced page of a customer, by SKU; null without a price. */
export async function pageOf(workspace: TestWorkspace, customer: string) {
  const rows = await done(workspace.get(`/products?customer=${customer}&limit=50`))
  return new Map<string, { unit: number | null; source: string }>(
    rows.map(({ sku, price }: { sku: string; price: { unit: number | null; source: string } }) => [sku, price]),
  )
}

type Pages = Awaited<ReturnType<typeof pageOf>>[]

/** What moved between the priced pages of all customers, told the slow way. */
export function movesBetween(before: Pages, after: Pages): PriceImpact | null {
  const moved = { products: new Set(), customers: new Set(), rising: new Set(), falling: new Set() }
  const sight = { hidden: new Set(), hiddenAgreed: new Set(), shown: new Set() }
  const largest = { largestRiseBp: 0, largestDropBp: 0 }
  for (const [c, page] of before.entries()) {
    for (const sku of after[c]!.keys()) if (!page.has(sku)) sight.shown.add(c)
    for (const [sku, { unit: from, source }] of page) {
      const to = after[c]!.get(sku)?.unit
      if (to === undefined) {
        sight.hidden.add(c)
        if (source === 'agreed') sight.hiddenAgreed.add(c)
      } else if (from !== null && to !== null && from !== to) {
        moved.products.add(sku)
        moved.customers.add(c)
        moved[to > from ? 'rising' : 'falling'].add(sku)
        const key = to > from ? 'largestRiseBp' : 'largestDropBp'
        const bp = from === 0 ? 10_000 : Math.round((Math.abs(to - from) * 10_000) / from)
        largest[key] = Math.max(largest[key], bp)
      }
    }
  }
  const counts = Object.fromEntries(Object.entries({ ...moved, ...sight }).map(([name, found]) => [name, found.size]))
  const moves = { ...counts, ...largest } as PriceImpact
  return moves.products + moves.hidden + moves.shown === 0 ? null : moves
}

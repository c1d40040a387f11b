import type { WorkspaceContext } from '../../context.ts'
import { AddedPrices, planAgreedPlacement } from '../../agreed-prices/place-agreed-prices.ts'
import type { AgreedPriceItem } from '../../agreed-prices/place-agreed-prices.ts'
import type { Comparer } from '../import-kind.ts'
import { CheckSummary } from '../check-summary.ts'
import { changesOf, NO_TERMS } from './agreed-price-changes.ts'

/** Compares agreed prices with those that the customers have. */
export function compareAgreedPrices(context: WorkspaceContext): Comparer<AgreedPriceItem> {
  const summary = new CheckSummary()
  const added = new AddedPrices()
  return {
    add: async (rows) => {
      const { placed, refused, inserts, updates, stored } = await planAgreedPlacement(
        context,
        rows.map(({ item }) => item),
        added,
      )
      const after = new Map([...inserts, ...updates].map((price) => [price.id, price]))
      for (const { line, kind, id, customer, product, ends } of placed) {
        const one = { line, label: product.sku, name: customer.name }
        if (kind === 'same') summary.unchanged(1)
        else if (kind === 'change') {
          const { minQty } = after.get(id)!
          // The quantity tells it from other prices of the product.
          const label = minQty === 1 ? one.label : `${one.label} from ${minQty}`
          summary.changed({ ...one, label }, changesOf(stored.get(id)!, after.get(id)!))
        } else {
          const { endsAt: earlierPriceEnds } = ends ? changesOf(stored.get(ends.id)!, after.get(ends.id)!) : {}
          const changes = changesOf(NO_TERMS, after.get(id)!)
          summary.created({ ...one, changes: { ...changes, ...(earlierPriceEnds && { earlierPriceEnds }) } })
          added.add(customer.id, product.id)
        }
      }
      const labels = new Map(rows.map(({ line, label }) => [line, label]))
      return refused.map(({ line, reason }) => ({ line, label: labels.get(line) ?? null, reason }))
    },
    summary: async () => summary.result(),
  }
}

import type { WorkspaceContext } from '../../context.ts'
import { planAgreedPlacement } from '../../agreed-prices/place-agreed-prices.ts'
import type { AgreedPriceItem } from '../../agreed-prices/place-agreed-prices.ts'
import type { Comparer } from '../import-kind.ts'
import { CheckSummary } from '../check-summary.ts'
import { changesOf } from './agreed-price-changes.ts'

/** Compares agreed prices with those that the customers have. */
export function compareAgreedPrices(context: WorkspaceContext): Comparer<AgreedPriceItem> {
  const summary = new CheckSummary()
  const added = new Map<string, number>()
  return {
    add: async (rows) => {
      const { placed, refused, inserts, updates, stored } = await planAgreedPlacement(
        context,
        rows.map(({ item }) => item),
        added,
      )
      const after = new Map([...inserts, ...updates].map((price) => [price.id, price]))
      for (const { line, kind, id, customer, product } of placed) {
        const one = { line, label: product.sku, name: customer.name }
        if (kind === 'same') summary.unchanged(1)
        else if (kind === 'change') summary.changed(one, changesOf(stored.get(id)!, after.get(id)!))
        else {
          summary.created({ ...one, price: after.get(id)!.unit })
          added.set(customer.id, (added.get(customer.id) ?? 0) + 1)
        }
      }
      const labels = new Map(rows.map(({ line, label }) => [line, label]))
      return refused.map(({ line, reason }) => ({ line, label: labels.get(line) ?? null, reason }))
    },
    summary: async () => summary.result(),
  }
}

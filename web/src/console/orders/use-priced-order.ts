import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftOrder } from './draft-order.ts'
import { priceQuery } from './order-queries.ts'
import type { PricedOrderLine } from './order-queries.ts'

/** What an order would cost now, and each of its lines by SKU. `isComing`: a price is still asked for. */
export function usePricedOrder({ customer, lines }: Pick<DraftOrder, 'customer' | 'lines'>) {
  const { slug } = useWorkspace()
  const { data: pricedOrder, error, isFetching } = useQuery(priceQuery(slug, customer, lines))
  // The service writes a SKU as the catalogue does, which the lines do too.
  const pricedLines = new Map(
    customer ? pricedOrder?.lines.map((line): [string, PricedOrderLine] => [line.sku, line]) : [],
  )
  const isComing = isFetching && lines.some(({ sku, qty }) => pricedLines.get(sku)?.qty !== qty)
  return { pricedOrder: customer ? pricedOrder : undefined, pricedLines, isComing, pricingError: error }
}

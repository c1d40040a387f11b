import { matchingKey } from '../lib/matching-key.ts'
import type { OrderWithLines } from './order-rows.ts'

/** The SKUs and quantities with which an order was placed: its changes taken back, the latest first. */
export function linesAsPlaced({
  lines,
  history,
}: Pick<OrderWithLines, 'history'> & { lines: readonly { sku: string; qty: number }[] }): {
  sku: string
  qty: number
}[] {
  const placed = new Map(lines.map(({ sku, qty }) => [matchingKey(sku), { sku, qty }]))
  const changes = history.flatMap((step) => step.changes?.lines ?? [])
  for (const { sku, from } of changes.toReversed()) {
    if (from === null) placed.delete(matchingKey(sku))
    else placed.set(matchingKey(sku), { sku, qty: from.qty })
  }
  return [...placed.values()]
}

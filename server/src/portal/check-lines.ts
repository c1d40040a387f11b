import type { BuyerContext } from './buyer-context.ts'
import type { BuyersLine } from './buyers-line.ts'
import { priceBuyersLines } from './buyers-line.ts'
import { nearestProducts } from './nearest-products.ts'

/** For so many lines that are not found, the nearest products are offered. */
const OFFERED_FOR = 25

export type CheckedLine = BuyersLine & { nearest: { id: string; sku: string; name: string }[] }

/** Checks lines that were typed or pasted: price, next quantity break, and the nearest products where there is none. */
export async function checkLines(
  context: BuyerContext,
  lines: readonly { sku: string; qty: number }[],
): Promise<CheckedLine[]> {
  const priced = await priceBuyersLines(context, lines)
  const unknown = priced.filter(({ product }) => product === null).slice(0, OFFERED_FOR)
  const nearest = new Map(
    await Promise.all(unknown.map(async (line) => [line, await nearestProducts(context, line.sku)] as const)),
  )
  return priced.map((line) => ({ ...line, nearest: nearest.get(line) ?? [] }))
}

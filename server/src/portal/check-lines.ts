import type { BuyerContext } from './buyer-context.ts'
import { priceBuyersLines } from './buyers-line.ts'
import { nearestProducts } from './nearest-products.ts'

/** Checks lines that were typed or pasted: price, next quantity break, and the nearest products where there is none. */
export async function checkLines(context: BuyerContext, lines: readonly { sku: string; qty: number }[]) {
  const priced = await priceBuyersLines(context, lines)
  const unknown = priced.filter(({ product }) => product === null).map(({ sku }) => sku)
  const nearest = await nearestProducts(context, unknown)
  return priced.map((line) => ({ ...line, nearest: (line.product === null && nearest.get(line.sku)) || [] }))
}

import type { BuyerContext } from './buyer-context.ts'
import type { BuyersLine } from './buyers-line.ts'
import { priceBuyersLines } from './buyers-line.ts'
import { listForBuyer } from './list-for-buyer.ts'

/** For so many lines that are not found, the nearest products are offered, and so many of them for each. */
const [OFFERED_FOR, OFFERS] = [25, 3]

/** How much of an unknown SKU is searched for, one try after the other. */
const BEGINNINGS = [1, 0.8, 0.6, 0.4]

export type CheckedLine = BuyersLine & { nearest: { id: string; sku: string; name: string }[] }

/** Checks lines that were typed or pasted: price, next quantity break, and the nearest products where there is none. */
export async function checkLines(
  context: BuyerContext,
  lines: readonly { sku: string; qty: number }[],
): Promise<CheckedLine[]> {
  const priced = await priceBuyersLines(context, lines)
  const unknown = priced.filter(({ product }) => product === null).slice(0, OFFERED_FOR)
  const nearest = new Map(
    await Promise.all(unknown.map(async (line) => [line, await findNearest(context, line.sku)] as const)),
  )
  return priced.map((line) => ({ ...line, nearest: nearest.get(line) ?? [] }))
}

async function findNearest(context: BuyerContext, sku: string): Promise<CheckedLine['nearest']> {
  for (const part of BEGINNINGS) {
    const q = [...sku].slice(0, Math.ceil([...sku].length * part)).join('')
    const found = await listForBuyer(context, { q, limit: OFFERS, offset: 0 })
    if (found.length > 0) return found.map(({ id, name, sku: found }) => ({ id, sku: found, name }))
  }
  return []
}

import type { CustomerContext } from './buyer-context.ts'
import type { BuyersProduct } from './buyers-product.ts'
import { listForBuyer } from './list-for-buyer.ts'

/** How many products are offered, and of how many each search may find the nearest are chosen. */
const [OFFERS, CANDIDATES] = [3, 50]

/** How much of the SKU is searched for, one try after the other. */
const BEGINNINGS = [0.8, 0.6, 0.4, 0.25]

/** So few characters that differ are taken for a slip: no other product is looked for. */
const SLIP = 2

type Near = Pick<BuyersProduct, 'id' | 'sku' | 'name'>

/** Products that the buyer may have meant by a SKU that nobody has, the nearest first. */
export async function nearestProducts(context: CustomerContext, asked: string): Promise<Near[]> {
  const matching = await find(context, asked, OFFERS)
  if (matching.length > 0) return matching
  const wanted = bare(asked)
  const found = new Map<string, Near & { distance: number }>()
  for (const beginning of beginningsOf(asked)) {
    for (const near of await find(context, beginning, CANDIDATES)) {
      found.set(near.id, { ...near, distance: editDistance(wanted, bare(near.sku)) })
    }
    if ([...found.values()].some(({ distance }) => distance <= SLIP)) break
  }
  const nearest = [...found.values()].toSorted((a, b) => a.distance - b.distance).slice(0, OFFERS)
  return nearest.map(({ id, sku, name }) => ({ id, sku, name }))
}

async function find(context: CustomerContext, q: string, limit: number): Promise<Near[]> {
  const products = await listForBuyer(context, { q, limit, offset: 0 })
  return products.map(({ id, sku, name }) => ({ id, sku, name }))
}

/** Less and less of the beginning: a search finds SKUs by that. */
function beginningsOf(asked: string): Set<string> {
  const characters = [...asked]
  return new Set(BEGINNINGS.map((part) => characters.slice(0, Math.ceil(characters.length * part)).join('')))
}

function bare(sku: string): string {
  return sku.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** How many characters to insert, leave out or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, character] of [...a].entries()) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j++) {
      row.push(Math.min(above[j + 1]! + 1, row[j]! + 1, above[j]! + (b[j] === character ? 0 : 1)))
    }
    above = row
  }
  return above[b.length]!
}

import { changedFields } from '../catalogue/changed-fields.ts'
import type { Forecast } from '../catalogue/forecast-upsert.ts'
import type { Found, PriceMove } from './found.ts'

/** How many examples are kept, and how many fields are counted: a file may have many details. */
const EXAMPLES = 50
const MOVES = 100
const MAX_FIELDS = 200

/** What a file would change, as it adds up over its parts. */
export type Comparison = Pick<
  Found,
  'created' | 'changed' | 'unchanged' | 'fields' | 'examples' | 'newProducts' | 'prices'
> & { unknownCustomers: Set<string> }

export function emptyComparison(): Comparison {
  return {
    created: 0,
    changed: 0,
    unchanged: 0,
    fields: {},
    examples: [],
    newProducts: [],
    prices: { up: 0, down: 0, moves: [] },
    unknownCustomers: new Set(),
  }
}

/** Adds what the rows of a part would change. `lines` has the line of each row, by SKU key. */
export function addForecast(
  sum: Comparison,
  { plan, before, unknownCustomers }: Forecast,
  lines: ReadonlyMap<string, number>,
): void {
  const existing = new Map([...before.values()].map((product) => [product.id, product]))
  sum.created += plan.creates.length
  sum.changed += plan.updates.length
  sum.unchanged += before.size - plan.updates.length
  for (const { sku, skuKey, values } of plan.creates.slice(0, EXAMPLES - sum.newProducts.length)) {
    sum.newProducts.push({ line: lines.get(skuKey)!, sku, name: values.name, listPrice: values.list_price ?? 0 })
  }
  for (const after of plan.updates) {
    const changes = changedFields(before.get(after.skuKey)!, after)
    for (const field of Object.keys(changes)) {
      if (field in sum.fields || Object.keys(sum.fields).length < MAX_FIELDS) {
        sum.fields[field] = (sum.fields[field] ?? 0) + 1
      }
    }
    if (sum.examples.length < EXAMPLES) {
      sum.examples.push({ line: lines.get(after.skuKey)!, sku: after.sku, name: after.values.name, changes })
    }
  }
  const moves = plan.priceLines.map(({ productId, newPrice: to }): PriceMove => {
    const { sku, values } = existing.get(productId)!
    const from = values.list_price
    return { sku, name: values.name, from, to, changeBp: from ? Math.round(((to - from) / from) * 10_000) : null }
  })
  addMoves(sum.prices, moves)
  for (const customer of unknownCustomers) if (sum.unknownCustomers.size < EXAMPLES) sum.unknownCustomers.add(customer)
}

function addMoves(prices: Comparison['prices'], moves: readonly PriceMove[]): void {
  if (moves.length === 0) return
  prices.up += moves.filter(({ from, to }) => to > (from ?? 0)).length
  prices.down += moves.filter(({ from, to }) => to < (from ?? 0)).length
  prices.moves = [...prices.moves, ...moves].toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOVES)
}

function sizeOf({ changeBp }: PriceMove): number {
  return changeBp === null ? Infinity : Math.abs(changeBp)
}

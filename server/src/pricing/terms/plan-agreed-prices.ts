import { randomUUIDv7 } from 'node:crypto'
import { isFull, assignPrice } from './agreed-price-assignment.ts'
import type { AgreedTerms, AssignedPrice } from './agreed-price-assignment.ts'
import type { StoredPrice } from './set-agreed-price.ts'

/**
 * What a row does: it adds a price, changes one, or finds it as it is. `ends` is the price that ends where it starts.
 */
export type PlannedPrice = {
  kind: 'add' | 'change' | 'same'
  before: AssignedPrice | null
  ends: AssignedPrice | null
}

/**
 * `id` is that of the price which the row sets. `clash` is the price that is in the way, or the row that set it: its
 * position in the list of rows; or "full" where the product has as many prices as it can.
 */
export type Outcome =
  | { planned: PlannedPrice; id: string; clash?: never }
  | { planned?: never; clash: AssignedPrice | number | 'full' }

export type AgreedPricePlan = { outcomes: Outcome[]; inserts: StoredPrice[]; updates: StoredPrice[] }

type Wanted = AgreedTerms & { productId: string }

/**
 * Plans the writes of many agreed prices of one customer. Pure. `stored` are all its agreed prices for these products;
 * `moreOf` says how many come beside them, of a product by id. A row that does not fit is left out: the others are
 * planned without it.
 */
export function planAgreedPrices(
  rows: readonly Wanted[],
  stored: readonly StoredPrice[],
  moreOf: (productId: string) => number = () => 0,
): AgreedPricePlan {
  const present = new Map(stored.map((price) => [price.id, price]))
  const ofProduct = Map.groupBy(stored, ({ productId }) => productId)
  const setBy = new Map<string, number>()
  const touched = new Set<string>()
  const put = (price: StoredPrice) => {
    const others = ofProduct.get(price.productId) ?? []
    ofProduct.set(price.productId, [...others.filter(({ id }) => id !== price.id), price])
    touched.add(price.id)
  }
  const outcomes = rows.map((row, i): Outcome => {
    const others = ofProduct.get(row.productId) ?? []
    const placement = assignPrice(row, others)
    const met =
      placement.kind === 'overlap' ? placement.with : placement.kind === 'change' ? placement.of : placement.ends
    if (met && setBy.has(met.id)) return { clash: setBy.get(met.id)! }
    if (placement.kind === 'overlap') return { clash: placement.with }
    if (placement.kind === 'add' && isFull(others.length + moreOf(row.productId))) return { clash: 'full' }
    const before = placement.kind === 'change' ? placement.of : null
    const ends = placement.kind === 'add' ? placement.ends : null
    const id = before?.id ?? randomUUIDv7()
    const after = { ...row, id }
    setBy.set(after.id, i)
    if (before && isSame(before, row)) return { planned: { kind: 'same', before, ends: null }, id }
    put(after)
    if (ends) put({ ...ends, productId: row.productId, endsAt: row.startsAt })
    return { planned: { kind: before ? 'change' : 'add', before, ends }, id }
  })
  const written = [...ofProduct.values()].flat().filter(({ id }) => touched.has(id))
  return {
    outcomes,
    inserts: written.filter(({ id }) => !present.has(id)),
    updates: written.filter(({ id }) => present.has(id)),
  }
}

function isSame(before: AgreedTerms, after: AgreedTerms): boolean {
  return before.unit === after.unit && before.endsAt?.getTime() === after.endsAt?.getTime()
}

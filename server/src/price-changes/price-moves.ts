import type { WorkspaceContext } from '../context.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { shareOf, WHOLE_BP } from '../rules/basis-points.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { LostSight } from './changed-sight.ts'
import { readAgreedCustomers } from './moved-products.ts'
import type { MovedProduct, Place, PlacedProduct } from './moved-products.ts'
import { readPayers, shareOfList } from './read-payers.ts'
import type { Payer } from './read-payers.ts'

/** A customer before and after an act, which may move discounts too. */
type Moved = { id: string; before: Payer; after: Payer }

/**
 * Products with the same places before and after the act, and customers who see them then and now: all for whom another
 * discount may count.
 */
type Group = { before: Place; after: Place; products: PlacedProduct[]; payers: () => Iterable<Moved> }

/** Customers who pay one share of the list price before, and another one after, of some products. In basis points. */
type Share = { from: number; to: number; ids: Set<string>; products: PlacedProduct[] }

/**
 * Adds up what an act does to the prices of customers, for one unit, now. Products come in slices of up to a thousand,
 * each product once. `settle` gives a customer the discounts that it has after the act.
 */
export class PriceMovesSum {
  readonly #context: WorkspaceContext
  readonly #settle: (payer: Payer) => Payer
  #payers: Map<string, Moved> | undefined
  /** Customers by the brands and categories that they have a discount on. */
  readonly #byGroup = new Map<string, Set<Moved>>()
  readonly #rising = new Set<string>()
  readonly #falling = new Set<string>()
  readonly #more = new Set<string>()
  readonly #less = new Set<string>()
  #riseBp = 0
  #dropBp = 0
  readonly #hidden = new LostSight()
  readonly #shown = new LostSight()
  readonly #hiddenAgreed = new Set<string>()

  constructor(context: WorkspaceContext, settle: (payer: Payer) => Payer = (payer) => payer) {
    this.#context = context
    this.#settle = settle
  }

  async add(products: readonly MovedProduct[]): Promise<void> {
    if (products.length === 0) return
    const payers = (this.#payers ??= await this.#read())
    const ids = products.map(({ before }) => before.id)
    const agreed = await readAgreedCustomers(this.#context, ids)
    for (const product of products) this.#addSight(product, agreed.get(product.before.id) ?? [], payers)
    const shares = await mapInSlices(this.#groupsOf(products, payers), sharesOf)
    await mapInSlices(shares.flat(), (share) => this.#addShare(share, agreed))
  }

  /** Null where nothing changes for any customer. */
  result(): PriceMoves | null {
    const ids = this.#payers?.keys().toArray() ?? []
    const moves = {
      products: this.#rising.union(this.#falling).size,
      customers: this.#more.union(this.#less).size,
      rising: this.#rising.size,
      falling: this.#falling.size,
      largestRiseBp: this.#riseBp,
      largestDropBp: this.#dropBp,
      hidden: this.#hidden.count(ids),
      hiddenAgreed: this.#hiddenAgreed.size,
      shown: this.#shown.count(ids),
    }
    return moves.products + moves.hidden + moves.shown === 0 ? null : moves
  }

  async #read(): Promise<Map<string, Moved>> {
    const payers = await readPayers(this.#context, { at: this.#context.clock() })
    const moved = await mapInSlices(payers, (before): [string, Moved] => {
      const payer = { id: before.id, before, after: this.#settle(before) }
      for (const { brands, categories } of [payer.before, payer.after]) {
        for (const id of [...brands.keys(), ...categories.keys()]) {
          this.#byGroup.getOrInsertComputed(id, () => new Set()).add(payer)
        }
      }
      return [before.id, payer]
    })
    return new Map(moved)
  }

  #addSight({ before, after }: MovedProduct, agreed: readonly string[], payers: ReadonlyMap<string, Moved>): void {
    this.#hidden.add(before.viewers, after.viewers)
    this.#shown.add(after.viewers, before.viewers)
    if (after.viewers === null || agreed.length === 0) return
    const [saw, sees] = [before.viewers && new Set(before.viewers), new Set(after.viewers)]
    for (const id of agreed) {
      if ((saw === null || saw.has(id)) && !sees.has(id) && payers.has(id)) this.#hiddenAgreed.add(id)
    }
  }

  /** What all customers see is grouped. Else each product has customers of its own. */
  #groupsOf(products: readonly MovedProduct[], payers: ReadonlyMap<string, Moved>): Group[] {
    const priced = products.filter(({ before }) => before.listPrice !== null)
    const open = Map.groupBy(priced.filter(isOpen), ({ before, after }) =>
      [before.brandId, before.categoryId, after.brandId, after.categoryId].join(' '),
    )
    return [
      ...open.values().map((moved): Group => {
        const { before, after } = moved[0]!
        return {
          before,
          after,
          products: moved.map(({ before }) => before),
          payers: () => this.#concerned(before, after),
        }
      }),
      ...priced
        .filter((product) => !isOpen(product))
        .map(({ before, after }): Group => {
          const viewers = () => seenThroughout(before, after).flatMap((id) => payers.get(id) ?? [])
          return { before, after, products: [before], payers: viewers }
        }),
    ]
  }

  /** For all others, the same discount counts before and after. */
  #concerned(before: Place, after: Place): Set<Moved> {
    const groups = [before.brandId, before.categoryId, after.brandId, after.categoryId]
    return new Set(groups.flatMap((id) => [...(this.#byGroup.get(id) ?? [])]))
  }

  #addShare({ from, to, ids, products }: Share, agreed: ReadonlyMap<string, readonly string[]>): void {
    const isRise = to > from
    const kept = new Map<string, number>()
    let moving = 0
    for (const { id, listPrice } of products) {
      const [before, after] = [shareOf(listPrice!, from), shareOf(listPrice!, to)]
      if (before === after) continue
      moving++
      const fixed = (agreed.get(id) ?? []).filter((customer) => ids.has(customer))
      for (const customer of fixed) kept.set(customer, (kept.get(customer) ?? 0) + 1)
      if (fixed.length === ids.size) continue
      const changeBp = before === 0 ? WHOLE_BP : Math.round((Math.abs(after - before) * WHOLE_BP) / before)
      if (isRise) this.#riseBp = Math.max(this.#riseBp, changeBp)
      else this.#dropBp = Math.max(this.#dropBp, changeBp)
      ;(isRise ? this.#rising : this.#falling).add(id)
    }
    for (const id of ids) if ((kept.get(id) ?? 0) < moving) (isRise ? this.#more : this.#less).add(id)
  }
}

/** The customers of a group by what they pay of the list price, where that changes. */
function sharesOf({ before, after, products, payers }: Group): Share[] {
  const shares = new Map<number, Share>()
  for (const payer of payers()) {
    const from = shareOfList(payer.before, before.brandId, before.categoryId)
    const to = shareOfList(payer.after, after.brandId, after.categoryId)
    if (from === to) continue
    const key = from * (WHOLE_BP + 1) + to
    shares.getOrInsertComputed(key, () => ({ from, to, ids: new Set(), products })).ids.add(payer.id)
  }
  return [...shares.values()]
}

/** All customers see it, before and after. */
function isOpen({ before, after }: MovedProduct): boolean {
  return before.viewers === null && after.viewers === null
}

/** Who sees the product before and after; some customers, not all. */
function seenThroughout({ viewers: before }: Place, { viewers: after }: Place): readonly string[] {
  if (before === null || after === null) return before ?? after ?? []
  return [...new Set(before).intersection(new Set(after))]
}

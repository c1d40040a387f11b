import type { WorkspaceContext } from '../context.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { WHOLE_BP } from '../rules/basis-points.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { LostSight } from './changed-sight.ts'
import { readAgreedCustomers } from './moved-products.ts'
import type { MovedProduct, Place } from './moved-products.ts'
import { MovingPrices } from './moving-prices.ts'
import type { PricedProduct, Share } from './moving-prices.ts'
import { readPayers, shareOfList } from './read-payers.ts'
import type { Payer } from './read-payers.ts'

/** Products of one statement: each is read with all agreed prices on it. */
const ROWS = 1_000

/** A customer before and after an act, which may move discounts too. */
type Moved = { id: string; before: Payer; after: Payer }

/**
 * Products with the same places before and after the act, and customers who see them then and now: all for whom another
 * discount may count.
 */
type Group = { before: Place; after: Place; products: readonly PricedProduct[]; payers: () => Iterable<Moved> }

/**
 * Adds up what an act does to the prices of customers, for one unit, now. Products come in slices, each product once.
 * `settle` gives a customer the discounts that it has after the act.
 */
export class PriceMovesSum {
  readonly #context: WorkspaceContext
  readonly #settle: (payer: Payer) => Payer
  #payers: Map<string, Moved> | undefined
  /** Customers by the brands and categories that they have a discount on. */
  readonly #byGroup = new Map<string, Set<Moved>>()
  /** Customers whose discount on everything changes. */
  readonly #onAll: Moved[] = []
  readonly #rise = new MovingPrices()
  readonly #drop = new MovingPrices()
  readonly #hidden = new LostSight()
  readonly #shown = new LostSight()
  readonly #hiddenAgreed = new Set<string>()

  constructor(context: WorkspaceContext, settle: (payer: Payer) => Payer = (payer) => payer) {
    this.#context = context
    this.#settle = settle
  }

  async add(products: readonly MovedProduct[]): Promise<void> {
    for (let from = 0; from < products.length; from += ROWS) await this.#addPart(products.slice(from, from + ROWS))
  }

  async #addPart(products: readonly MovedProduct[]): Promise<void> {
    const payers = (this.#payers ??= await this.#read())
    const ids = products.map(({ before }) => before.id)
    const agreed = await readAgreedCustomers(this.#context, ids)
    await mapInSlices(products, (product) => this.#addSight(product, agreed.get(product.before.id) ?? [], payers))
    const shares = await mapInSlices(this.#groupsOf(products, agreed, payers), sharesOf)
    await mapInSlices(shares.flat(), (share) => (share.to > share.from ? this.#rise : this.#drop).add(share))
  }

  /** Null where nothing changes for any customer. */
  result(): PriceMoves | null {
    const ids = this.#payers?.keys().toArray() ?? []
    const moves = {
      products: this.#rise.products.union(this.#drop.products).size,
      customers: this.#rise.customers.union(this.#drop.customers).size,
      rising: this.#rise.products.size,
      falling: this.#drop.products.size,
      largestRiseBp: this.#rise.largestBp,
      largestDropBp: this.#drop.largestBp,
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
      if (payer.before.all !== payer.after.all) this.#onAll.push(payer)
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
  #groupsOf(
    products: readonly MovedProduct[],
    agreed: ReadonlyMap<string, readonly string[]>,
    payers: ReadonlyMap<string, Moved>,
  ): Group[] {
    const priced = products.flatMap(({ before, after }) => {
      const { id, listPrice } = before
      return listPrice ? [{ product: before, after, listPrice, agreed: agreed.get(id) ?? [] }] : []
    })
    const grouped = Map.groupBy(
      priced.toSorted((a, b) => a.listPrice - b.listPrice),
      ({ product, after }) => (isOpen(product) && isOpen(after) ? placeKey(product) + placeKey(after) : product.id),
    )
    return [...grouped.values()].map((products) => {
      const { product: before, after } = products[0]!
      const viewers = seenThroughout(before, after)
      const payersOf = () => viewers?.flatMap((id) => payers.get(id) ?? []) ?? this.#concerned(before, after)
      return { before, after, products, payers: payersOf }
    })
  }

  /** For all others, the same discount counts before and after. */
  #concerned(before: Place, after: Place): Set<Moved> {
    const groups = [before.brandId, before.categoryId, after.brandId, after.categoryId]
    return new Set([...this.#onAll, ...groups.flatMap((id) => [...(this.#byGroup.get(id) ?? [])])])
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

function isOpen({ viewers }: Place): boolean {
  return viewers === null
}

function placeKey({ brandId, categoryId }: Place): string {
  return `${brandId} ${categoryId} `
}

/** Who sees the product before and after; null for all customers. */
function seenThroughout({ viewers: before }: Place, { viewers: after }: Place): readonly string[] | null {
  return before && after ? [...new Set(before).intersection(new Set(after))] : (before ?? after)
}

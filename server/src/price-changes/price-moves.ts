import type { WorkspaceContext } from '../context.ts'
import { mapInSlices } from '../map-in-slices.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { LostSight } from './changed-sight.ts'
import { readAgreed } from './moved-products.ts'
import type { AgreedOn, MovedProduct, Place, PlacedProduct } from './moved-products.ts'
import { MovingPrices } from './moving-prices.ts'
import type { GroupPrices, PricedProduct, Share } from './moving-prices.ts'
import { readPayers, tariffOf } from './read-payers.ts'
import type { Payer, PayerGroups, Tariff } from './read-payers.ts'

/** Products of one statement: each is read with all agreed prices on it. */
const ROWS = 1_000

/** A customer before and after an act, which may change its discounts and its price group too. */
type Moved = { id: string; before: Payer; after: Payer }

/**
 * Products with the same places before and after the act, and customers who see them then and now: all for whom another
 * discount may count.
 */
type Group = { before: Place; after: Place; products: readonly PricedProduct[]; payers: () => Iterable<Moved> }

/** What an act changes besides products. */
type Settling = {
  /** A customer as it is after the act. Those of a price group whose discounts change get one new group. */
  payer?: (payer: Payer, groups: PayerGroups) => Payer
  /** The agreed prices of price groups for the quantity of a product, after the act. */
  groupPrices?: (productId: string, agreed: GroupPrices) => GroupPrices
  /** The quantity whose prices are compared; 1 if left out. */
  qty?: number
}

const NO_AGREED: AgreedOn = { customers: [], groups: new Map() }

/**
 * Adds up what an act does to the prices of customers, for one unit unless another quantity is given, now. Products come
 * in slices, each product once.
 */
export class PriceMovesSum {
  readonly #context: WorkspaceContext
  readonly #settling: Settling
  #payers: Map<string, Moved> | undefined
  /** Customers, and price groups, by the brands and categories that they have a discount on. */
  readonly #byGroup = new Map<string, Set<Moved>>()
  readonly #priceGroupsOn = new Map<string, Set<string>>()
  /** Customers by the price groups that they are in, before or after. */
  readonly #members = new Map<string, Set<Moved>>()
  /** Customers whose discount on everything, or whose price group, changes. */
  readonly #onAll: Moved[] = []
  readonly #rise = new MovingPrices('rise')
  readonly #drop = new MovingPrices('drop')
  readonly #hidden = new LostSight()
  readonly #shown = new LostSight()
  readonly #hiddenAgreed = new Set<string>()

  constructor(context: WorkspaceContext, settling: Settling = {}) {
    this.#context = context
    this.#settling = settling
  }

  async add(products: readonly MovedProduct[]): Promise<void> {
    for (let from = 0; from < products.length; from += ROWS) await this.#addPart(products.slice(from, from + ROWS))
  }

  async #addPart(products: readonly MovedProduct[]): Promise<void> {
    const payers = (this.#payers ??= await this.#read())
    const ids = products.map(({ before }) => before.id)
    const agreed = await readAgreed(this.#context, ids, this.#settling.qty)
    await mapInSlices(products, (product) =>
      this.#addSight(product, agreed.get(product.before.id) ?? NO_AGREED, payers),
    )
    const shares = await mapInSlices(this.#groupsOf(products, agreed, payers), sharesOf)
    await mapInSlices(shares.flat(), (share) => {
      const isByShare = share.from.group === null && share.to.group === null
      if (!isByShare || share.to.share > share.from.share) this.#rise.add(share)
      if (!isByShare || share.to.share < share.from.share) this.#drop.add(share)
    })
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
    const { payers, groups } = await readPayers(this.#context, { at: this.#context.clock() })
    const moved = await mapInSlices(payers, (before): [string, Moved] => {
      const payer = { id: before.id, before, after: this.#settling.payer?.(before, groups) ?? before }
      this.#note(payer)
      return [before.id, payer]
    })
    return new Map(moved)
  }

  #note(payer: Moved): void {
    const { before, after } = payer
    if (before.all !== after.all || before.group !== after.group) this.#onAll.push(payer)
    for (const { brands, categories, group } of [before, after]) {
      for (const id of [...brands.keys(), ...categories.keys()]) {
        this.#byGroup.getOrInsertComputed(id, () => new Set()).add(payer)
      }
      if (group === null) continue
      const isNew = !this.#members.has(group.id)
      this.#members.getOrInsertComputed(group.id, () => new Set()).add(payer)
      // The customers of a changed group are concerned anyway.
      for (const id of isNew ? [...group.brands.keys(), ...group.categories.keys()] : []) {
        this.#priceGroupsOn.getOrInsertComputed(id, () => new Set()).add(group.id)
      }
    }
  }

  #addSight({ before, after }: MovedProduct, agreed: AgreedOn, payers: ReadonlyMap<string, Moved>): void {
    this.#hidden.add(before.viewers, after.viewers)
    this.#shown.add(after.viewers, before.viewers)
    const own = [...agreed.customers, ...this.#payersOf(agreed.groups, before)]
    if (after.viewers === null || own.length === 0) return
    const [saw, sees] = [before.viewers && new Set(before.viewers), new Set(after.viewers)]
    for (const id of own) {
      if ((saw === null || saw.has(id)) && !sees.has(id) && payers.has(id)) this.#hiddenAgreed.add(id)
    }
  }

  /** Customers who pay an agreed price of their price group. */
  #payersOf(groups: GroupPrices, { brandId, categoryId, listPrice }: PlacedProduct): string[] {
    return [...groups.keys()].flatMap((groupId) =>
      [...(this.#members.get(groupId) ?? [])]
        .filter(({ before }) => tariffOf(before, brandId, categoryId, listPrice !== null).group === groupId)
        .map(({ id }) => id),
    )
  }

  /** What all customers see is grouped. Else each product has customers of its own. */
  #groupsOf(
    products: readonly MovedProduct[],
    agreed: ReadonlyMap<string, AgreedOn>,
    payers: ReadonlyMap<string, Moved>,
  ): Group[] {
    const priced = products.flatMap(({ before, after }) => {
      const { id, listPrice } = before
      const { customers, groups } = agreed.get(id) ?? NO_AGREED
      const prices = { before: groups, after: this.#settling.groupPrices?.(id, groups) ?? groups }
      if (!listPrice && prices.before.size + prices.after.size === 0) return []
      return [{ product: before, place: after, listPrice, agreed: customers, ...prices }]
    })
    const grouped = Map.groupBy(
      priced.toSorted((a, b) => (a.listPrice ?? 0) - (b.listPrice ?? 0)),
      ({ product, place, listPrice }) =>
        isOpen(product) && isOpen(place) ? `${listPrice === null} ${placeKey(product)}${placeKey(place)}` : product.id,
    )
    return [...grouped.values()].map((products) => {
      const { product: before, place: after } = products[0]!
      const viewers = seenThroughout(before, after)
      const payersOf = () => viewers?.flatMap((id) => payers.get(id) ?? []) ?? this.#concerned(before, after, products)
      return { before, after, products, payers: payersOf }
    })
  }

  /** For all others, the same discount counts before and after. */
  #concerned(before: Place, after: Place, products: readonly PricedProduct[]): Set<Moved> {
    const groups = [before.brandId, before.categoryId, after.brandId, after.categoryId]
    const priceGroups = new Set([
      ...groups.flatMap((id) => [...(this.#priceGroupsOn.get(id) ?? [])]),
      ...products.flatMap((priced) =>
        priced.before === priced.after ? [] : [...priced.before.keys(), ...priced.after.keys()],
      ),
    ])
    return new Set([
      ...this.#onAll,
      ...groups.flatMap((id) => [...(this.#byGroup.get(id) ?? [])]),
      ...[...priceGroups].flatMap((id) => [...(this.#members.get(id) ?? [])]),
    ])
  }
}

/** The customers of a group by how they pay before and after, where that changes. */
function sharesOf({ before, after, products, payers }: Group): Share[] {
  const shares = new Map<string, Share>()
  const priced = new Set(products.flatMap((product) => [...product.before.keys(), ...product.after.keys()]))
  const areRepriced = products.some((product) => product.before !== product.after)
  // All of them have one, or none has.
  const hasListPrice = products[0]!.listPrice !== null
  // Where no product has an agreed price of the price group, only discounts tell tariffs apart.
  const tariff = (payer: Payer, { brandId, categoryId }: Place): Tariff => {
    const { share, group } = tariffOf(payer, brandId, categoryId, hasListPrice)
    return { share, group: group !== null && priced.has(group) ? group : null }
  }
  for (const payer of payers()) {
    const [from, to] = [tariff(payer.before, before), tariff(payer.after, after)]
    const isSame = from.share === to.share && from.group === to.group
    if (isSame && (from.group === null || !areRepriced)) continue
    const key = `${from.share} ${from.group} ${to.share} ${to.group}`
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

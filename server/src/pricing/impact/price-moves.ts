import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { atOneState } from '../../database/paging/index.ts'
import type { PriceMoves } from '../../shared/price-moves.ts'
import { addAgreed, readPlacedProducts } from './moved-products.ts'
import type { MovedProduct, Place, PlacedProduct } from './moved-products.ts'
import { LostSight, MovingPrices } from './moving-prices.ts'
import type { Agreements, PricedProduct, Share } from './moving-prices.ts'
import { readPayers, tariffOf } from './payers.ts'
import type { Discounts, Payer, PayerGroup, PayerGroups, Tariff } from './payers.ts'

/** Products of one statement: each is read with all agreed prices on it. */
const ROWS = 1_000

/** A customer before and after an act, which may change its discounts and its price group too. */
type Moved = { id: string; before: Payer; after: Payer }

/**
 * Products with the same places before and after the act, and customers who see them then and now: all for whom another
 * discount may count. `groupIds` are the price groups that have an agreed price for one of them.
 */
type Group = {
  before: Place
  after: Place
  products: readonly PricedProduct[]
  groupIds: ReadonlySet<string>
  payers: () => Iterable<Moved>
}

/** What an act changes besides products. */
export type Settling = {
  /** A customer as it is after the act. Those of a price group whose discounts change get one new group. */
  payer?: (payer: Payer, groups: PayerGroups) => Payer
  /** What a price group has agreed for the products after the act, in minor units; null: nothing. */
  groupPrice?: { groupId: string; unit: number | null }
  /** The quantity whose prices are compared; 1 if left out. */
  qty?: number
}

/**
 * What an act does to the prices of customers, for the products of slices: where they are after it, and what else it
 * changes. Null where nothing changes for any customer.
 */
export async function movesOf(
  context: WorkspaceContext,
  products: () => AsyncIterable<RawBuilder<unknown>> | Iterable<RawBuilder<unknown>>,
  { placed = (product) => product, ...settling }: Settling & { placed?: (product: PlacedProduct) => Place },
): Promise<PriceMoves | null> {
  const { result } = await atOneState(context, async () => {
    const sum = new PriceMovesSum(context, settling)
    for await (const slice of products()) {
      const found = await readPlacedProducts(context, slice)
      await sum.add(found.map((before) => ({ before, after: placed(before) })))
    }
    return sum.result()
  })
  return result
}

/** Settles all discounts alike: those of each customer, and those of each price group once. */
export function settlingAll(settle: <Owner extends Discounts & { id: string }>(owner: Owner) => Owner) {
  const settled = new Map<PayerGroup, PayerGroup>()
  return (payer: Payer): Payer => {
    const group = payer.group && settled.getOrInsertComputed(payer.group, settle)
    return settle(group === payer.group ? payer : { ...payer, group })
  }
}

/**
 * Adds up what an act does to the prices of customers, for one unit unless another quantity is given, now. Products come
 * in slices, each product once.
 */
export class PriceMovesSum {
  readonly #context: WorkspaceContext
  readonly #settling: Settling
  #payers: Map<string, Moved> | undefined
  /** Customers, and price groups, by the brands and categories that they have a discount on. */
  readonly #byPlace = new Map<string, Set<Moved>>()
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
    const agreed = await this.#readAgreed(products)
    const owners = ownersOn(agreed)
    await mapInSlices(products, (product) => this.#addSight(product, owners.get(product.before)))
    const shares = await mapInSlices(this.#groupsOf(products, owners, payers), (group) => this.#sharesOf(group))
    await mapInSlices(shares.flat(), (share) => {
      const isByShare = share.from.group === null && share.to.group === null
      if (!isByShare || share.to.share > share.from.share) this.#rise.add(share, agreed)
      if (!isByShare || share.to.share < share.from.share) this.#drop.add(share, agreed)
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
    const { payers, groups } = await readPayers(this.#context)
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
        this.#byPlace.getOrInsertComputed(id, () => new Set()).add(payer)
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

  async #readAgreed(products: readonly MovedProduct[]): Promise<Agreements> {
    const { qty, groupPrice } = this.#settling
    const before: Agreements['before'] = new Map()
    const found = products.map((product) => product.before)
    await addAgreed(this.#context, before, found, { at: this.#context.clock(), qty })
    if (!groupPrice) return { before, after: before }
    const { groupId, unit } = groupPrice
    const settled = unit === null ? [] : found.map((product): [PricedProduct, number] => [product, unit])
    return { before, after: new Map(before).set(groupId, new Map(settled)) }
  }

  #addSight({ before, after }: MovedProduct, owners: readonly string[] = []): void {
    this.#hidden.add(before.viewers, after.viewers)
    this.#shown.add(after.viewers, before.viewers)
    if (after.viewers === null || owners.length === 0) return
    const [saw, sees] = [before.viewers && new Set(before.viewers), new Set(after.viewers)]
    for (const id of owners.flatMap((owner) => this.#payersOf(owner, before))) {
      if ((saw === null || saw.has(id)) && !sees.has(id)) this.#hiddenAgreed.add(id)
    }
  }

  /** The customers who pay an agreed price for a product: the owner itself, or those of the price group. */
  #payersOf(owner: string, product: PricedProduct): string[] {
    if (this.#payers!.has(owner)) return [owner]
    return [...(this.#members.get(owner) ?? [])]
      .filter(({ before }) => tariffOf(before, product, product.listPrice !== null).group === owner)
      .map(({ id }) => id)
  }

  /** What all customers see is grouped. Else each product has customers of its own. */
  #groupsOf(
    products: readonly MovedProduct[],
    owners: ReadonlyMap<PricedProduct, string[]>,
    payers: ReadonlyMap<string, Moved>,
  ): Group[] {
    const groupsOn = (product: PricedProduct) => owners.get(product)?.filter((owner) => this.#members.has(owner)) ?? []
    const grouped = Map.groupBy(
      products
        .filter(({ before }) => before.listPrice || groupsOn(before).length > 0)
        .toSorted((a, b) => (a.before.listPrice ?? 0) - (b.before.listPrice ?? 0)),
      ({ before, after }) =>
        isOpen(before) && isOpen(after)
          ? `${before.listPrice === null} ${placeKey(before)}${placeKey(after)}`
          : before.id,
    )
    return [...grouped.values()].map((alike) => {
      const { before, after } = alike[0]!
      const viewers = seenThroughout(before, after)
      const products = alike.map(({ before }) => before)
      const groupIds = new Set(products.flatMap(groupsOn))
      const payersOf = () => viewers?.flatMap((id) => payers.get(id) ?? []) ?? this.#concerned(before, after)
      return { before, after, products, groupIds, payers: payersOf }
    })
  }

  /** For all others, the same discount counts before and after. */
  #concerned(before: Place, after: Place): Set<Moved> {
    const places = [before.brandId, before.categoryId, after.brandId, after.categoryId]
    const { groupPrice } = this.#settling
    const priceGroups = places.flatMap((id) => [...(this.#priceGroupsOn.get(id) ?? [])])
    return new Set([
      ...this.#onAll,
      ...places.flatMap((id) => [...(this.#byPlace.get(id) ?? [])]),
      ...[...new Set(priceGroups), ...(groupPrice ? [groupPrice.groupId] : [])].flatMap((id) => [
        ...(this.#members.get(id) ?? []),
      ]),
    ])
  }

  /** The customers of a group by how they pay before and after, where that changes. */
  #sharesOf({ before, after, products, groupIds, payers }: Group): Share[] {
    const shares = new Map<string, Share>()
    // All of them have one, or none has.
    const hasListPrice = products[0]!.listPrice !== null
    // Where no product has an agreed price of the price group, only discounts tell tariffs apart.
    const tariff = (payer: Payer, place: Place): Tariff => {
      const { share, group } = tariffOf(payer, place, hasListPrice)
      return { share, group: group !== null && groupIds.has(group) ? group : null }
    }
    for (const payer of payers()) {
      const [from, to] = [tariff(payer.before, before), tariff(payer.after, after)]
      const isRepriced = from.group !== null && from.group === this.#settling.groupPrice?.groupId
      if (from.share === to.share && from.group === to.group && !isRepriced) continue
      const key = `${from.share} ${from.group} ${to.share} ${to.group}`
      shares.getOrInsertComputed(key, () => ({ from, to, ids: new Set(), products })).ids.add(payer.id)
    }
    return [...shares.values()]
  }
}

/** The customers and price groups that have an agreed price for a product, before or after. */
function ownersOn({ before, after }: Agreements): Map<PricedProduct, string[]> {
  const owners = new Map<PricedProduct, string[]>()
  for (const [owner, prices] of [...before, ...(after === before ? [] : after)]) {
    for (const product of prices.keys()) owners.getOrInsertComputed(product, () => []).push(owner)
  }
  return owners
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

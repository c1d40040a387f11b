import { mapInSlices } from '../../lib/map-in-slices.ts'
import { changeInBp, WHOLE_BP } from '../../shared/read-price.ts'
import { tariffOf, unitBy } from './payers.ts'
import type { Payer, Tariff } from './payers.ts'
import type { Agreed, Compared, PriceFactors } from './products.ts'

/** Products that are compared at a time. */
const PRODUCTS = 50_000

/** Customers with the same terms before an act, and after it, but for agreed prices of their own. */
export type PayerClass = { ids: string[]; before: Payer; after: Payer }

/** Agreed prices before and after an act: those of customers stay. */
type Agreements = { before: Agreed; after: Agreed }

/** Classes of customers who pay products of one place by one tariff before, and by one after. `size`: the customers. */
type Share = { from: Tariff; to: Tariff; products: readonly Compared[]; classes: PayerClass[]; size: number }

const NO_PRICES: ReadonlyMap<Compared, number> = new Map()

/** Customers in classes: all of a price group, or without one, who have no discounts on brands and categories. */
export async function classesOf(
  payers: readonly Payer[],
  settle: (payer: Payer) => Payer = (payer) => payer,
): Promise<PayerClass[]> {
  const classes = new Map<string, PayerClass>()
  await mapInSlices(payers, (before) => {
    const after = settle(before)
    const key = [before, after].map(({ id, all, brands, categories, group }) =>
      brands.size + categories.size > 0 ? id : `${all} ${group?.id}`,
    )
    classes.getOrInsertComputed(key.join(), () => ({ ids: [], before, after })).ids.push(before.id)
  })
  return [...classes.values()]
}

/** The prices that rise for somebody, or those that drop. */
class Side {
  readonly products = new Set<string>()
  readonly customers = new Set<string>()
  largestBp = 0
  /** Classes whose customers all are in these. */
  readonly whole = new WeakSet<PayerClass>()

  addCustomers({ classes }: Share, moving: ReadonlySet<Compared>, { before }: Agreements): void {
    for (const one of moving.size === 0 ? [] : classes) {
      if (this.whole.has(one)) continue
      const hit = one.ids.filter((id) => !moving.isSubsetOf(before.get(id) ?? NO_PRICES))
      for (const id of hit) this.customers.add(id)
      if (hit.length === one.ids.length) this.whole.add(one)
    }
  }
}

/**
 * What an act does to whom: the price of one unit before and after, for each class of customers with the same terms, and
 * each product. Only what is asked of all these prices is kept. An agreed price of a customer keeps its price.
 */
export class Comparison {
  readonly rise = new Side()
  readonly drop = new Side()
  readonly hidden = new LostSight()
  readonly shown = new LostSight()
  /** Customers who no longer see a product that they have an agreed price for. */
  readonly hiddenAgreed = new Set<string>()
  readonly classes: readonly PayerClass[]
  /** By the ids of customers. */
  readonly classOf: ReadonlyMap<string, PayerClass>
  readonly #groupIds: ReadonlySet<string>
  /** The price group whose agreed prices change. */
  readonly #repriced: string | undefined

  constructor(classes: readonly PayerClass[], repriced?: string) {
    this.classes = classes
    this.classOf = new Map(classes.flatMap((one) => one.ids.map((id) => [id, one])))
    this.#groupIds = new Set(classes.flatMap(({ before, after }) => [before.group?.id ?? '', after.group?.id ?? '']))
    this.#repriced = repriced
  }

  /** Adds products, each once, in time slices. */
  async add(products: readonly Compared[], agreed: Agreements): Promise<void> {
    const owners = await ownersOn(agreed)
    await mapInSlices(products, (product) => this.#addSight(product, owners.get(product)))
    for (let from = 0; from < products.length; from += PRODUCTS) {
      const shares = this.#sharesOf(products.slice(from, from + PRODUCTS), owners)
      await mapInSlices(shares, (share) => this.#addShare(share, agreed, owners))
    }
  }

  #addSight({ before, after }: Compared, owners: readonly string[] = []): void {
    if (before.viewers === after.viewers) return
    this.hidden.add(before.viewers, after.viewers)
    this.shown.add(after.viewers, before.viewers)
    if (after.viewers === null || owners.length === 0) return
    const [saw, sees] = [before.viewers && new Set(before.viewers), new Set(after.viewers)]
    for (const id of owners.flatMap((owner) => this.#paying(owner, before))) {
      if ((saw === null || saw.has(id)) && !sees.has(id)) this.hiddenAgreed.add(id)
    }
  }

  /** The customers who pay an agreed price for a product: the owner itself, or those of the price group. */
  #paying(owner: string, product: Compared['before']): string[] {
    if (this.classOf.has(owner)) return [owner]
    return this.classes.flatMap(({ before, ids }) => (tariffOf(before, product).group === owner ? ids : []))
  }

  /** What all customers see is grouped by its place. Else each product has customers of its own. */
  *#sharesOf(products: readonly Compared[], owners: ReadonlyMap<Compared, string[]>): Generator<Share> {
    const groupsOn = (product: Compared) => owners.get(product)?.filter((owner) => this.#groupIds.has(owner)) ?? []
    const priced = products.filter(
      (product) => product.before.listPrice || product.after.listPrice || groupsOn(product).length > 0,
    )
    for (const alike of Map.groupBy(priced, factorsKey).values()) {
      const [{ before, after }] = alike as [Compared]
      const groupIds = new Set(alike.flatMap(groupsOn))
      // Where no product has an agreed price of the price group, only discounts tell tariffs apart.
      const tariff = (payer: Payer, offer: Compared['before']): Tariff => {
        const { share, group } = tariffOf(payer, offer)
        return { share, group: group !== null && groupIds.has(group) ? group : null }
      }
      const shares = new Map<string, Share>()
      for (const one of this.#classesSeeing(before, after)) {
        const [from, to] = [tariff(one.before, before), tariff(one.after, after)]
        const isSame = from.share === to.share && from.group === to.group && before.listPrice === after.listPrice
        if (isSame && (from.group === null || from.group !== this.#repriced)) continue
        const key = `${from.share} ${from.group} ${to.share} ${to.group}`
        const share = shares.getOrInsertComputed(key, () => ({ from, to, products: alike, classes: [], size: 0 }))
        share.classes.push(one)
        share.size += one.ids.length
      }
      yield* shares.values()
    }
  }

  /** The customers who see a product before and after. */
  #classesSeeing({ viewers: before }: PriceFactors, { viewers: after }: PriceFactors): readonly PayerClass[] {
    const ids = before && after ? [...new Set(before).intersection(new Set(after))] : (before ?? after)
    if (ids === null) return this.classes
    return ids.flatMap((id) => {
      const one = this.classOf.get(id)
      return one ? [{ ...one, ids: [id] }] : []
    })
  }

  #addShare(share: Share, agreed: Agreements, owners: ReadonlyMap<Compared, string[]>): void {
    const { from, to, products, classes, size } = share
    const isByShare = from.group === null && to.group === null
    // Then all prices move in one direction: an act changes list prices, or shares of them. Thousands of customers with a discount of their own tell mostly nothing
    // new of a product.
    const likely = (to.share - from.share || signOf(products[0]!)) > 0 ? this.rise : this.drop
    const isKnown = isByShare && classes.every((one) => likely.whole.has(one))
    const [rising, dropping] = [new Set<Compared>(), new Set<Compared>()]
    for (const product of products) {
      if (isKnown && isTold(product, share, likely)) continue
      const before = unitBy(from, product.before.listPrice, ofGroup(agreed.before, from, product))
      const after = unitBy(to, product.after.listPrice, ofGroup(agreed.after, to, product))
      if (before === null || after === null || before === after) continue
      const [side, moving] = after > before ? [this.rise, rising] : [this.drop, dropping]
      moving.add(product)
      const isKeptForAll = (owners.get(product)?.length ?? 0) >= size && isStored(product, classes, agreed)
      if (isKeptForAll) continue
      side.products.add(product.id)
      // A rise from nothing counts as 100%.
      side.largestBp = Math.max(side.largestBp, Math.abs(changeInBp(before, after) ?? WHOLE_BP))
    }
    this.rise.addCustomers(share, rising, agreed)
    this.drop.addCustomers(share, dropping, agreed)
  }
}

/** Whether each customer has an agreed price of its own for a product. */
function isStored(product: Compared, classes: readonly PayerClass[], { before }: Agreements): boolean {
  return classes.every(({ ids }) => ids.every((id) => before.get(id)?.has(product)))
}

function ofGroup(agreed: Agreed, { group }: Tariff, product: Compared): number | undefined {
  return group === null ? undefined : agreed.get(group)?.get(product)
}

/** The customers and price groups that have an agreed price for a product, before or after. */
async function ownersOn({ before, after }: Agreements): Promise<Map<Compared, string[]>> {
  const owners = new Map<Compared, string[]>()
  await mapInSlices([...before, ...(after === before ? [] : after)], ([owner, prices]) => {
    for (const product of prices.keys()) owners.getOrInsertComputed(product, () => []).push(owner)
  })
  return owners
}

function factorsKey(product: Compared): string {
  const { id, before, after } = product
  if (before.viewers !== null || after.viewers !== null) return id
  const places = [before, after].map(({ brandId, categoryId }) => `${brandId} ${categoryId}`)
  return `${before.listPrice === null} ${signOf(product)} ${places.join(' ')}`
}

/** The direction in which the list price moves. */
function signOf({ before, after }: Compared): number {
  return Math.sign((after.listPrice ?? 0) - (before.listPrice ?? 0))
}

/** Whether a product is there already, and by these shares of the list price, rounded, has no larger change. */
function isTold({ id, before, after }: Compared, { from, to }: Share, { products, largestBp }: Side): boolean {
  const paid = ((before.listPrice ?? 0) * from.share) / WHOLE_BP
  const pays = ((after.listPrice ?? 0) * to.share) / WHOLE_BP
  const isNoLarger = paid > 0.5 && (Math.abs(pays - paid) + 1) * WHOLE_BP <= largestBp * (paid - 0.5)
  return isNoLarger && products.has(id)
}

/**
 * Adds up which customers lose sight of some product. Mostly these are all but a few, for many products: so only those
 * who keep sight of each of them are remembered.
 */
class LostSight {
  readonly #lost = new Set<string>()
  /** Those who keep each product that all customers saw; null without such a product. */
  #keep: Set<string> | null = null

  /** `before` and `after` are the ids of those who see a product; null for all customers. */
  add(before: readonly string[] | null, after: readonly string[] | null): void {
    if (after === null) return
    const stay = new Set(after)
    if (before === null) this.#keep = this.#keep?.intersection(stay) ?? stay
    else for (const id of before) if (!stay.has(id)) this.#lost.add(id)
  }

  /** How many of these customers have lost some product. */
  count(ids: Iterable<string>): number {
    let count = 0
    for (const id of ids) if (this.#lost.has(id) || (this.#keep !== null && !this.#keep.has(id))) count++
    return count
  }
}

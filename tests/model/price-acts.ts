import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { done } from '../given/given.ts'
import { isSame, pagesOf } from './reference.ts'
import type { Agreed, Discount, PriceChange, Product } from './reference.ts'
import { CODES, DAY_MS, newProduct, readIds, SKUS, someName } from './shop.ts'
import type { Act, Changed, Shop } from './shop.ts'

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

export const putProducts: Act = async (shop) => {
  const { chance, state } = shop
  const items = chance
    .some(SKUS)
    .slice(0, 3)
    .map((sku) => ({
      sku: shop.product(sku) && chance.is(0.2) ? sku.toLowerCase() : sku,
      name: sku,
      unitLabel: 'each',
      listPrice: (chance.is(0.3) ? shop.product(sku)?.list : null) ?? shop.amount(),
      ...(chance.is(0.8) && { brand: someName(shop, 'brand') }),
      ...(chance.is(0.7) && { category: someName(shop, 'category') }),
      ...(chance.is(0.15) && { onlyFor: chance.some(CODES) }),
    }))
  const told = await done(shop.workspace.put('/products', { products: items }))
  const ids = await readIds(shop)
  const lines = new Map<string, number>()
  let created = 0
  for (const item of items) {
    const sku = item.sku.toUpperCase()
    const known = shop.product(sku)
    const product: Product = known ?? newProduct(sku, ids.get(sku)!)
    if (!known) created += state.products.push(product) && 1
    const values = {
      brand: item.brand === undefined ? null : shop.placeFor('brand', item.brand),
      category: item.category === undefined ? null : shop.placeFor('category', item.category),
      seenBy: item.onlyFor?.toSorted() ?? product.seenBy,
      list: product.list ?? item.listPrice,
    }
    if (!known || !isDeepStrictEqual({ ...product, ...values }, product)) shop.touch(Object.assign(product, values))
    if (product.list !== item.listPrice) lines.set(product.id, item.listPrice)
  }
  expect(told).toMatchObject({ created, updated: items.length - created, priceChanges: lines.size })
  if (lines.size === 0) return
  const change = { id: told.priceChangeId, at: null, lines }
  state.changes.push(change)
  for (const product of lines.keys()) shop.used.add(product)
  await decide(shop, change)
}

/** What becomes of a draft: mostly it is published or scheduled. */
async function decide(shop: Shop, change: PriceChange): Promise<void> {
  const { chance, state, now } = shop
  const { id } = change
  const share = chance.next()
  if (share < 0.4) {
    await shop.operate('price-change publish', { id })
    shop.publish(change)
  } else if (share < 0.8) {
    change.at = now + chance.between(1, chance.oneOf([300, 45 * 24 * 60])) * 60_000
    await shop.operate('price-change schedule', { id, at: iso(change.at) })
  } else if (share < 0.9) {
    await shop.operate('price-change discard', { id })
    state.changes = state.changes.filter((other) => other !== change)
  }
}

export const settleChange: Act = async (shop) => {
  const { chance, state } = shop
  const change = chance.oneOf(state.changes)
  if (!change) return
  if (change.at === null) return decide(shop, change)
  const isCancelled = chance.is(0.5)
  await shop.operate(`price-change ${isCancelled ? 'cancel' : 'publish'}`, { id: change.id })
  if (isCancelled) state.changes = state.changes.filter((other) => other !== change)
  else shop.publish(change)
}

/** Changes the term that is there in place of the wanted one, or adds that. */
function putTerm<T extends Agreed | Discount>(shop: Shop, all: T[], wanted: T, is: (term: T) => boolean): Changed<T> {
  const same = all.find(is)
  if (!same) {
    all.push(wanted)
    shop.touch(wanted)
    return { record: wanted, was: null }
  }
  const was = { ...same }
  Object.assign(same, wanted, { id: same.id, version: same.version })
  if (!isDeepStrictEqual(same, was)) shop.touch(same)
  return { record: same, was }
}

export function putDiscount(shop: Shop, wanted: Discount): Changed<Discount> {
  return putTerm(shop, shop.state.discounts, wanted, ({ owner, on }) => isSame(owner, wanted.owner) && on === wanted.on)
}

export const setDiscount: Act = async (shop) => {
  const { chance, state, staff, now } = shop
  const place = chance.is(0.7) ? chance.oneOf(state.places) : undefined
  const { owner, named } = shop.someOwner()
  const bp = chance.is(0.3) ? chance.oneOf([500, 3333, 10_000]) : chance.between(1, 9_999)
  const before = pagesOf(state, now)
  const who = state.customers.findIndex(({ code }) => isSame(owner, { customer: code }))
  const asked = { on: { appliesTo: place?.kind ?? 'all', name: place?.name }, discountBp: bp }
  const path = `/customers/${state.customers[who]?.id}/discounts/preview`
  const told = who >= 0 && (await done(staff.post(path, asked)))
  const on = place ? { [place.kind]: place.name } : { all: true }
  const { id } = await shop.operate('discount set', { ...named, on, discountBp: String(bp) })
  putDiscount(shop, { id, owner, on: place?.id ?? null, bp, version: 0 })
  if (!told) return
  const [from, to] = [before[who]!, pagesOf(state, now)[who]!]
  const moves = [...from].map(([sku, { unit }]) => (to.get(sku)!.unit ?? 0) - (unit ?? 0))
  expect(told).toMatchObject({ up: moves.filter((by) => by > 0).length, down: moves.filter((by) => by < 0).length })
}

export const removeDiscount: Act = async (shop) => {
  const { chance, state } = shop
  const discount = chance.oneOf(state.discounts.filter(({ id }) => id !== null))
  if (!discount) return
  await shop.operate('discount remove', { id: discount.id, yes: true })
  state.discounts = state.discounts.filter((other) => other !== discount)
}

export function alike({ state }: Shop, wanted: Pick<Agreed, 'owner' | 'product' | 'minQty'>): Agreed[] {
  return state.agreed.filter(
    ({ owner, product, minQty }) =>
      isSame(owner, wanted.owner) && product === wanted.product && minQty === wanted.minQty,
  )
}

export function putAgreed(shop: Shop, wanted: Agreed): Changed<Agreed> {
  return putTerm(shop, shop.state.agreed, wanted, (term) => alike(shop, wanted).includes(term))
}

export const agree: Act = async (shop) => {
  const { chance, state, now } = shop
  const product = chance.oneOf(state.products)
  if (!product) return
  const { owner, named } = shop.someOwner()
  const time = () => (chance.is(0.4) ? null : now + chance.between(-30, 60) * chance.oneOf([60_000, DAY_MS]))
  const [from, until] = [time(), time()].toSorted((a, b) => (a ?? 0) - (b ?? 0)) as [number | null, number | null]
  if (from !== null && from === until) return
  const wanted = {
    owner,
    product: product.id,
    unit: shop.amount(),
    minQty: chance.oneOf([1, 1, 3, 5, 12]),
    from,
    until,
  }
  const [unit, minQty, startsAt, endsAt] = [String(wanted.unit), String(wanted.minQty), iso(from), iso(until)]
  const set = shop.operate('agreed-price set', { ...named, sku: product.sku, unit, minQty, startsAt, endsAt })
  const overlaps = (other: Agreed) =>
    (other.from ?? -Infinity) < (until ?? Infinity) && (from ?? -Infinity) < (other.until ?? Infinity)
  if (alike(shop, wanted).some(overlaps)) return expect(set).rejects.toThrow('has an agreed price')
  state.agreed.push({ ...wanted, id: (await set).id, version: shop.version() })
}

export const removeAgreed: Act = async (shop) => {
  const { chance, state } = shop
  const agreed = chance.oneOf(state.agreed.filter(({ id }) => id !== null))
  if (!agreed) return
  await shop.operate('agreed-price remove', { id: agreed.id })
  state.agreed = state.agreed.filter((other) => other !== agreed)
}

import { expect } from 'vitest'
import { FEEDS, followFeed, readAllOf } from '../given/follow-feed.ts'
import type { FeedName, FeedReader } from '../given/follow-feed.ts'
import { done, expectDone } from '../given/given.ts'
import { breaksOf, comingOf, isVisible, listAt, MOST, priceOf } from './reference.ts'
import type { Asked, Product } from './reference.ts'
import { CODES, COMING_DAYS, DAY_MS } from './shop.ts'
import type { Act, Shop } from './shop.ts'

/* The doors through which prices are seen. Each look compares what one of them says with the reference. */

const bySku = <T extends { sku: string }>(rows: readonly T[]): T[] => rows.toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
const someCustomer = ({ chance }: Shop) => chance.oneOf([...CODES, null])
/** Candidates without their reasons. */
const shownOf = (candidates: { reason: string }[]) =>
  candidates.map((candidate) => {
    const { reason: _, ...shown } = candidate
    return shown
  })

/** Now, or a time mostly at which an agreed price or a scheduled change turns, or just before it. */
function someTime({ chance, state, past, now }: Shop): number {
  if (chance.is(0.6)) return now
  const agreed = [state, ...past.map((one) => one.state)].flatMap((one) => one.agreed)
  const turns = [...agreed.flatMap(({ from, until }) => [from, until]), ...state.changes.map(({ at }) => at)]
  const [first, latest] = [past[0]!.from, now + 700 * DAY_MS]
  const drawn = chance.is(0.7) ? (chance.oneOf(turns) ?? 0) - chance.between(0, 1) : 0
  const time = drawn > first && drawn < latest ? drawn : chance.between(first, now + 60 * DAY_MS)
  // Of the time of an act, before or after it cannot be told.
  return past.some(({ from }) => Math.abs(from - time) < 1_000) ? time + 2_000 : time
}

const atOf = ({ now }: Shop, at: number) => (at === now ? '' : `&at=${new Date(at).toISOString()}`)

/** The price of a product at a time, as it is asked for now. */
function atTime({ state, past, now }: Shop, asked: Asked): ReturnType<typeof priceOf> {
  const { product, at } = asked
  if (at >= now) return priceOf(state, { ...asked, list: at > now ? listAt(state, product, at) : product.list })
  const find = ({ state: { products } }: (typeof past)[number]) => products.find(({ id }) => id === product.id)
  const then = past.findLast(({ from }) => from <= at)!
  // Before it was there it has no price.
  return priceOf(then.state, { ...asked, product: find(then) ?? { ...find(past.find(find)!)!, list: null } })
}

/** Of a time before a product got its first list price, nothing is known: it may be told with that price already. */
function isKnown({ past, now }: Shop, { id, list: price }: Product, at: number): boolean {
  if (at >= now || price === null) return true
  return past.findLast(({ from }) => from <= at)!.state.products.find((one) => one.id === id)?.list !== null
}

const kept = new WeakMap<Shop, Map<string, any>>()
/** What a reader keeps of this shop under a name, between its looks. */
function keptBy<T>(shop: Shop, name: string, begin: T): T {
  if (!kept.has(shop)) kept.set(shop, new Map())
  return kept.get(shop)!.getOrInsert(name, begin)
}

/** A list may be read again with its tag: unless it is another one by now, the reader has what is there. */
const list: Act = async (shop) => {
  const [customer, at] = [someCustomer(shop), someTime(shop)]
  const path = `/products?${customer === null ? 'active=true' : `customer=${customer}`}${atOf(shop, at)}`
  const read = keptBy(shop, path, { tag: '', rows: [] as any[] })
  const answer = await shop.workspace.get(path, { 'if-none-match': read.tag })
  if (answer.status !== 304) {
    expectDone(answer)
    Object.assign(read, { tag: answer.headers.get('etag'), rows: answer.body.data })
  }
  const seen = shop.state.products.filter((product) => isVisible(product, customer))
  expect(read.rows.map(({ sku }) => sku).toSorted()).toEqual(seen.map(({ sku }) => sku).toSorted())
  const known = seen.filter((product) => isKnown(shop, product, at))
  const told = read.rows.filter((row) => known.some(({ sku }) => sku === row.sku))
  expect(bySku(told.map(({ sku, price }) => ({ sku, price })))).toEqual(
    bySku(known.map((product) => ({ sku: product.sku, price: atTime(shop, { customer, product, qty: 1, at }).price }))),
  )
}

const single: Act = async (shop) => {
  const [customer, product, at] = [someCustomer(shop), shop.chance.oneOf(shop.state.products), someTime(shop)]
  if (!product || !isKnown(shop, product, at)) return
  const qty = shop.chance.between(1, MOST)
  const who = customer ? `&customer=${customer}` : ''
  const answer = await shop.workspace.get(`/products/${product.id}?qty=${qty}${who}${atOf(shop, at)}`)
  if (customer !== null && !isVisible(product, customer)) return expect(answer.status).toBe(404)
  expectDone(answer)
  expect(answer.body.data.price).toEqual(atTime(shop, { customer, product, qty, at }).price)
}

const explanation: Act = async (shop) => {
  const [customer, product, at] = [shop.chance.oneOf(CODES), shop.chance.oneOf(shop.state.products), someTime(shop)]
  if (!product || !isKnown(shop, product, at)) return
  const qty = shop.chance.between(1, MOST)
  const path = `/prices?customer=${customer}&sku=${product.sku}&qty=${qty}${atOf(shop, at)}`
  const { price, candidates, visible } = await done(shop.workspace.get(path))
  expect({ price, candidates: shownOf(candidates) }).toEqual(atTime(shop, { customer, product, qty, at }))
  expect(visible).toBe(isVisible(product, customer))
}

/** Who follows the feed has what is there now. */
const feed: Act = async (shop) => {
  const { chance, state, workspace, now: at } = shop
  const customer = someCustomer(shop)
  const who = customer === null ? '' : `&customer=${customer}`
  const reader = keptBy(shop, `feed${who}`, { cursor: 'start', prices: new Map<string, unknown>() })
  for (let hasMore = true; hasMore;) {
    const answer = await workspace.get(`/price-feed?cursor=${reader.cursor}&limit=${chance.between(1, 9)}${who}`)
    expectDone(answer)
    for (const { productId, visible, price, breaks } of answer.body.data) {
      if (visible) reader.prices.set(productId, { price, breaks })
      else reader.prices.delete(productId)
    }
    reader.cursor = answer.body.nextCursor
    hasMore = answer.body.hasMore
  }
  const seen = state.products.filter((product) => isVisible(product, customer))
  const expected = seen.map((product) => {
    const asked = { customer, product, qty: 1, at }
    const { line: _, ...price } = priceOf(state, asked).price
    return [product.id, { price: price.unit === null ? null : price, breaks: breaksOf(state, asked) }] as const
  })
  expect(reader.prices).toEqual(new Map(expected))
}

/** Who follows the other feeds has what somebody has who reads all of it now. */
const records: Act = async (shop) => {
  const name = shop.chance.oneOf(Object.keys(FEEDS) as FeedName[])!
  const reader = keptBy(shop, name, { feed: name, cursor: 'start', kept: new Map() } as FeedReader)
  await followFeed(shop.workspace, reader, shop.chance.between(1, 9))
  const present = [...reader.kept].filter(([, record]) => record !== null)
  expect(new Map(present)).toEqual((await readAllOf(shop.workspace, name)).kept)
}

/** What buyers see of a price, with its breaks and what comes. */
function shown({ state, now: at }: Shop, customer: string, product: Product, qty: number) {
  const asked = { customer, product, qty, at }
  const coming = (from: number) => comingOf(state, { ...asked, qty: from }, at + COMING_DAYS * DAY_MS)
  const { unit, line, label, list: listed } = priceOf(state, asked).price
  const breaks = breaksOf(state, asked).map((larger) => ({
    ...larger,
    coming: coming(Math.max(larger.minQty, product.minOrderQty)),
  }))
  return { price: { unit, line, label, list: listed }, coming: coming(qty), breaks }
}

const catalogue: Act = async (shop) => {
  const code = shop.chance.oneOf(CODES)
  const isSorted = shop.chance.is(0.5)
  const rows: any[] = await done(shop.buyer(code).get(`/products${isSorted ? '?sort=price' : ''}`))
  const seen = shop.state.products.filter((product) => isVisible(product, code))
  expect(bySku(rows.map(({ sku, price, coming, breaks }) => ({ sku, price, coming, breaks })))).toEqual(
    bySku(seen.map((product) => ({ sku: product.sku, ...shown(shop, code, product, 1) }))),
  )
  const units = rows.map(({ price }) => price.unit ?? Infinity)
  if (isSorted) expect(units).toEqual(units.toSorted((a, b) => a - b))
}

const productPage: Act = async (shop) => {
  const [code, product] = [shop.chance.oneOf(CODES), shop.chance.oneOf(shop.state.products)]
  if (!product) return
  const qty = shop.chance.between(1, 14)
  const answer = await shop.buyer(code).get(`/products/${product.id}?qty=${qty}`)
  if (!isVisible(product, code)) return expect(answer.status).toBe(404)
  expectDone(answer)
  const { price, coming, breaks, candidates } = answer.body.data
  expect({ price, coming, breaks }).toEqual(shown(shop, code, product, qty))
  const asked = { customer: code, product, qty, at: shop.now }
  expect(shownOf(candidates)).toEqual(priceOf(shop.state, asked).candidates)
}

const basket: Act = async (shop) => {
  const code = shop.chance.oneOf(CODES)
  const { lines, subtotal } = await done(shop.buyer(code).get('/basket'))
  const expected = shop.baskets.get(code)!.map(({ product: productId, qty }) => {
    const product = shop.state.products.find(({ id }) => id === productId)
    if (!product || !isVisible(product, code)) return { productId, qty, price: null, isReady: false }
    const { price, coming } = shown(shop, code, product, qty)
    return { productId, qty, price, coming, isReady: price.unit !== null && qty >= product.minOrderQty }
  })
  const found = lines.map((line: any) => {
    const { productId, qty, price, coming } = line
    return { productId, qty, price, ...(price && { coming }), isReady: line.problem === null }
  })
  expect(found).toEqual(expected)
  expect(subtotal).toBe(expected.reduce((sum, { isReady, price }) => sum + (isReady ? price!.line : 0), 0))
}

/** It stays as it was placed, or as staff changed it last. */
const placedOrder: Act = async ({ chance, orders, workspace }) => {
  const placed = chance.oneOf(orders)
  if (!placed) return
  const { lines, subtotal } = await done(workspace.get(`/orders/${placed.id}`))
  expect(
    lines.map((line: any) => {
      const { id, productId, sku, qty, price } = line
      return { id, productId, sku, qty, price, candidates: shownOf(line.candidates) }
    }),
  ).toEqual(placed.lines)
  expect(subtotal).toBe(placed.lines.reduce((sum, { price }) => sum + price.line, 0))
}

/** What a draft or scheduled change does to a customer, and to all. */
const preview: Act = async ({ chance, state, workspace, now }) => {
  const [change, code] = [chance.oneOf(state.changes), chance.oneOf(CODES)]
  if (!change) return
  const { lines, summary } = await done(workspace.get(`/price-changes/${change.id}?customer=${code}`))
  const moved = state.products.filter(({ id }) => change.lines.has(id))
  const unit = (customer: string, product: Product, listed: number | null) =>
    priceOf(state, { customer, product, qty: 1, at: change.at ?? now, list: listed }).price.unit
  const expected = moved.map((product) => ({
    sku: product.sku,
    currentPrice: product.list,
    newPrice: change.lines.get(product.id)!,
    customerBefore: unit(code, product, product.list),
    customerAfter: unit(code, product, change.lines.get(product.id)!),
  }))
  expect(bySku(lines)).toMatchObject(bySku(expected))
  const counts = { payMore: 0, payLess: 0, mixed: 0, paySame: 0 }
  for (const customer of CODES) {
    const moves = moved
      .filter((product) => isVisible(product, customer) && product.list !== null)
      .map((one) => unit(customer, one, change.lines.get(one.id)!)! - unit(customer, one, one.list)!)
    const [more, less] = [moves.some((by) => by > 0), moves.some((by) => by < 0)]
    counts[more ? (less ? 'mixed' : 'payMore') : less ? 'payLess' : 'paySame'] += 1
  }
  expect(summary.customers).toEqual(counts)
}

const LOOKS = [list, single, explanation, feed, records, catalogue, productPage, basket, placedOrder, preview]

/** Looks through so many doors. */
export async function lookAround(shop: Shop, doors: number): Promise<void> {
  for (let i = 0; i < doors; i++) {
    const look = shop.chance.oneOf(LOOKS)
    await look(shop).catch((error: Error) => {
      error.message = `Through the door "${look.name}": ${error.message}`
      throw error
    })
  }
}

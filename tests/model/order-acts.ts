import { expect } from 'vitest'
import { done, expectDone } from '../given/given.ts'
import { isVisible, priceOf } from './reference.ts'
import type { Product } from './reference.ts'
import { CODES } from './shop.ts'
import type { Act } from './shop.ts'

export const fillBasket: Act = async (shop) => {
  const { chance, state, baskets } = shop
  if (state.products.length === 0) return
  const code = chance.oneOf(CODES)
  const lines = chance.some(state.products).map((product) => ({ product, qty: chance.between(1, 14) }))
  const asked = lines.map(({ product: { sku }, qty }) => ({ sku, qty }))
  const { added } = await done(shop.buyer(code).post('/basket/lines', { lines: asked }))
  const seen = lines.filter(({ product }) => isVisible(product, code))
  expect(added).toBe(seen.length)
  for (const { product, qty } of seen) {
    shop.used.add(product.id)
    const there = baskets.get(code)!.find((line) => line.product === product.id)
    if (there) there.qty += qty
    else baskets.get(code)!.push({ product: product.id, qty })
  }
}

/** Orders a basket; what cannot be ordered goes first. */
export const order: Act = async (shop) => {
  const { chance, state, baskets, now } = shop
  const code = chance.oneOf(CODES)
  const buyer = shop.buyer(code)
  const basket = await done(buyer.get('/basket'))
  const lines: ({ product: Product; qty: number } & ReturnType<typeof priceOf>)[] = []
  for (const { product: id, qty } of baskets.get(code)!) {
    const product = state.products.find((one) => one.id === id && isVisible(one, code) && qty >= one.minOrderQty)
    const priced = product && priceOf(state, { customer: code, product, qty, at: now })
    if (priced && priced.price.unit !== null) lines.push({ product, qty, ...priced })
    else expectDone(await buyer.delete(`/basket/lines/${id}`))
  }
  baskets.set(code, [])
  if (lines.length === 0) return
  const seen = lines.map(({ product, qty, price }) => ({ productId: product.id, qty, unit: price.unit }))
  const { id } = await done(buyer.post('/basket/order', { token: basket.token, lines: seen }))
  const stored = (await done(shop.workspace.get(`/orders/${id}`))).lines
  const expected = lines.map(({ product: { id: productId, sku }, ...line }, i) => ({
    id: stored[i].id as string,
    productId,
    sku,
    ...line,
  }))
  shop.orders.push({ id, code, lines: expected, seen: 1 })
}

export const changeOrder: Act = async (shop) => {
  const { chance, state, now } = shop
  const placed = chance.oneOf(shop.orders)
  if (!placed) return
  const customer = placed.code
  const changes = chance.some(placed.lines).map((line) => {
    // Another product may have the SKU meanwhile.
    const product = state.products.find(({ id }) => id === line.productId)
    const qty = line.qty + 3
    const today = product && isVisible(product, customer) && priceOf(state, { customer, product, qty, at: now })
    const isToday = chance.is(0.5) && today && today.price.unit !== null
    const { price, candidates } = isToday ? today : line
    return { line, qty, isToday, price: { ...price, line: price.unit! * qty }, candidates }
  })
  const asked = changes.map(({ line: { id }, qty, isToday }) => ({ id, qty, price: isToday ? 'today' : 'kept' }))
  expectDone(await shop.staff.post(`/orders/${placed.id}/lines`, { seen: placed.seen, lines: asked }))
  placed.seen += 1
  for (const { line, qty, price, candidates } of changes) Object.assign(line, { qty, price, candidates })
}

import { expect } from 'vitest'
import { done, expectDone, refusal } from '../given/given.ts'
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
  baskets.set(
    code,
    lines.map(({ product, qty }) => ({ product: product.id, qty })),
  )
  if (lines.length === 0) return
  const seen = lines.map(({ product, qty, price }) => ({ productId: product.id, qty, unit: price.unit }))
  const placing = buyer.post('/basket/order', { token: basket.token, lines: seen })
  if (lines.reduce((sum, { price }) => sum + price.line, 0) < shop.minimumOf(code)) {
    expect(await placing).toEqual(refusal(400, 'invalid_request'))
    return
  }
  baskets.set(code, [])
  const { id } = await done(placing)
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
    const manual = chance.is(0.2) ? { unit: shop.amount(), reason: 'a scratch' } : undefined
    const { price, candidates } = byHand(isToday ? today : line, manual, shop.staff.name)
    return { line, qty, isToday, manual, price: { ...price, line: price.unit! * qty }, candidates }
  })
  const asked = changes.map(({ line: { id }, qty, isToday, manual }) => ({
    id,
    qty,
    price: isToday ? 'today' : 'kept',
    manual,
  }))
  expectDone(await shop.staff.post(`/orders/${placed.id}/lines`, { seen: placed.seen, lines: asked, lowPrices: true }))
  placed.seen += 1
  for (const { line, qty, price, candidates } of changes) Object.assign(line, { qty, price, candidates })
}

/** A price by hand comes before all others, of which one would have applied. */
function byHand(
  { price, candidates }: Pick<ReturnType<typeof priceOf>, 'price' | 'candidates'>,
  manual: { unit: number; reason: string } | undefined,
  by: string,
): Pick<ReturnType<typeof priceOf>, 'price' | 'candidates'> {
  if (!manual) return { price, candidates }
  const { unit, reason } = manual
  const own = { source: 'manual', label: `Agreed by ${by}: ${reason}`, unit, discountBp: 0 }
  const lost = candidates.filter(({ source }) => source !== 'manual').map((one) => ({ ...one, applied: false }))
  return { price: { ...price, ...own }, candidates: [{ ...own, minQty: 1, applied: true }, ...lost] }
}

/** Sets or removes a minimum order value of the workspace, a price group or a customer. */
export const setMinimum: Act = async (shop) => {
  const { chance, staff, minimums, state } = shop
  const minOrderValue = chance.oneOf([null, 0, chance.between(1, 300_000)])
  const remember = (whose: string) =>
    minOrderValue === null ? minimums.delete(whose) : minimums.set(whose, minOrderValue)
  const group = chance.is(0.4) ? chance.oneOf(state.groups) : undefined
  if (group) {
    const listed: { id: string; name: string }[] = await done(staff.get('/price-groups'))
    const { id } = listed.find(({ name }) => name === group.name)!
    expectDone(await staff.put(`/price-groups/${id}/minimum-order`, { minOrderValue }))
    return remember(`group ${group.id}`)
  }
  if (chance.is(0.3)) {
    expectDone(await staff.put('/ordering', { ...(await done(staff.get('/ordering'))), minOrderValue }))
    return remember('workspace')
  }
  const customer = chance.oneOf(state.customers)
  const whose = `customer ${customer.code}`
  const sent = { accountCode: customer.code, name: customer.code, minOrderValue }
  expectDone(await shop.workspace.put('/customers', { customers: [sent] }))
  if ((minimums.get(whose) ?? null) !== minOrderValue) shop.touch(customer)
  return remember(whose)
}

import { expect } from 'vitest'
import { addDays, dayOf } from '../../server/src/lib/local-time.ts'
import { quoteLabel } from '../../server/src/shared/quote-statuses.ts'
import { done, expectDone } from '../given/given.ts'
import { isVisible, priceOf } from './reference.ts'
import type { Product } from './reference.ts'
import { CODES } from './shop.ts'
import type { Act, Shop } from './shop.ts'

const canOrder = (product: Product, code: string, qty: number) => isVisible(product, code) && qty >= product.minOrderQty

/** Staff quote some products to a customer, and send that. */
export const sendQuote: Act = async (shop) => {
  const { chance, state, staff } = shop
  const code = chance.oneOf(CODES)
  const lines = chance
    .some(state.products)
    .map((product) => ({ product, sku: product.sku, qty: chance.between(1, 14), unit: shop.amount() }))
    .filter(({ product, qty }) => canOrder(product, code, qty))
  if (lines.length === 0) return
  const asked = lines.map(({ sku, qty }) => ({ sku, qty }))
  const { id, number } = await done(staff.post('/quotes', { customer: code, lines: asked }))
  const priced = lines.map(({ sku, qty, unit }) => ({ sku, qty, unit, orMore: chance.is(0.5) }))
  const validUntil = addDays(today(shop), chance.between(0, 60))
  const edit = { version: 1, lines: priced, validUntil, message: null }
  expectDone(await staff.put(`/quotes/${id}`, edit))
  expectDone(await staff.post(`/quotes/${id}/send`, { version: 2, lowPrices: true }))
  const sent = lines.map(({ product, qty, unit }) => ({ product: product.id, qty, unit }))
  for (const { product } of lines) shop.used.add(product.id)
  shop.quotes.push({ id, number, code, validUntil, lines: sent })
}

/** A buyer orders a quote: at its prices, or not at all. */
export const orderQuote: Act = async (shop) => {
  const { chance, state, now } = shop
  const quote = chance.oneOf(shop.quotes)
  if (!quote) return
  const { id, number, code, validUntil } = quote
  const lines = quote.lines.map((line) => ({ ...line, product: state.products.find((one) => one.id === line.product) }))
  const subtotal = lines.reduce((sum, { qty, unit }) => sum + qty * unit, 0)
  const isPossible =
    today(shop) <= validUntil &&
    lines.every(({ product, qty }) => product && canOrder(product, code, qty)) &&
    subtotal >= shop.minimumOf(code)
  const placing = shop.buyer(code).post(`/quotes/${id}/order`, {})
  if (!isPossible) {
    expect((await placing).status).toBe(400)
    return
  }
  const placed = await done(placing)
  shop.quotes.splice(shop.quotes.indexOf(quote), 1)
  const own = { source: 'quote', label: quoteLabel(number, validUntil), discountBp: 0 }
  const stored = (await done(shop.workspace.get(`/orders/${placed.id}`))).lines
  const expected = lines.map(({ product, qty, unit }, i) => {
    const { price, candidates } = priceOf(state, { customer: code, product: product!, qty, at: now })
    return {
      id: stored[i].id as string,
      productId: product!.id,
      sku: product!.sku,
      qty,
      price: { ...price, ...own, unit, line: unit * qty },
      candidates: [
        { ...own, unit, minQty: 1, applied: true },
        ...candidates.map((candidate) => ({ ...candidate, applied: false })),
      ],
    }
  })
  shop.orders.push({ id: placed.id, code, lines: expected, seen: 1 })
}

function today({ service }: Shop): string {
  return dayOf(service.time.now, 'Europe/London')
}

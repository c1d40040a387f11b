import { expect, test } from 'vitest'
import { comingPrices } from '../../server/src/pricing/coming-price.ts'
import type { CustomerTerms } from '../../server/src/pricing/kinds-of-term.ts'
import { nextQuantityBreak, quantityBreaks } from '../../server/src/pricing/quantity-breaks.ts'

/**
 * Many quantities and times of a product are priced in one sweep over its terms. It finds what evaluating each of them
 * by itself finds, and its time follows from the number of terms.
 */

const NOW = Date.parse('2026-03-02T09:30:00.000Z')

function from(minQty: number) {
  return { unit: 90_000 - minQty, minQty, startsAt: null, endsAt: null }
}

function many<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

const at = new Date(NOW)
const iso = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const later = (i: number) => ({ unit: 100_000, minQty: 1, startsAt: iso(2 * i + 1), endsAt: iso(2 * i + 2) })

test('the time of a sweep follows from the number of terms: of a product with 2,500 quantities, periods and list prices', () => {
  const agreedPrices = [...many(2_500, (i) => from(i + 2)), ...many(2_500, later)]
  const terms: CustomerTerms = { agreedPrices, discounts: [], group: { name: 'Gold', agreedPrices, discounts: [] } }
  const started = performance.now()
  const breaks = quantityBreaks(100_000, terms, at, { unit: 100_000 })
  expect(breaks).toHaveLength(2_500)
  expect(nextQuantityBreak(100_000, terms, { qty: 1, at, soldIn: { minOrderQty: 1, orderMultiple: 1 } })).toEqual({
    qty: 2,
    unit: 89_998,
  })
  const scheduled = many(2_500, (i) => ({ from: new Date(iso(i + 1)), listPrice: 100_001 + i }))
  const quantities = [1, ...breaks.map(({ minQty }) => minQty)]
  const dates = { now: at, until: new Date(iso(10_000)) }
  const [ofOne, ...others] = comingPrices({ listPrice: 100_000, scheduled, terms }, quantities, dates)
  expect(ofOne).toEqual({ unit: 100_002, from: iso(2) })
  expect(others).toEqual(many(2_500, () => null))
  // It takes some 20 ms. One evaluation each would take days.
  expect(performance.now() - started).toBeLessThan(1_000)
})

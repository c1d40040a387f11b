import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comingPrices } from '../../server/src/pricing/coming-price.ts'
import { evaluatePrice, priceOf } from '../../server/src/pricing/evaluate-price.ts'
import { turnsOf } from '../../server/src/pricing/kinds-of-term.ts'
import type { CustomerTerms } from '../../server/src/pricing/kinds-of-term.ts'
import { nextQuantityBreak, quantityBreaks } from '../../server/src/pricing/quantity-breaks.ts'
import { UnitOverTime } from '../../server/src/pricing/unit-over-time.ts'
import { quantityFrom, smallestQuantity } from '../../server/src/rules/order-quantity.ts'
import type { SoldIn } from '../../server/src/rules/order-quantity.ts'

/**
 * Many quantities and times of a product are priced in one sweep over its terms. It finds what evaluating each of them
 * by itself finds, and its time follows from the number of terms.
 */

const NOW = Date.parse('2026-03-02T09:30:00.000Z')
const UNTIL = NOW + 12
type List = { from: Date; listPrice: number }[]

/** The slow ways: each quantity and each time is evaluated by itself, with all terms. */
const slow = {
  breaks(listPrice: number | null, terms: CustomerTerms, { unit, qty }: { unit: number | null; qty: number }) {
    const breaks = []
    let last = unit
    for (const minQty of quantitiesOf(terms).filter((minQty) => minQty > qty)) {
      const from = priceOf(listPrice, terms, minQty, new Date(NOW)).unit
      if (from === null || from === last) continue
      breaks.push({ minQty, unit: from })
      last = from
    }
    return breaks
  },

  nextBreak(listPrice: number | null, terms: CustomerTerms | null, { qty, soldIn }: { qty: number; soldIn: SoldIn }) {
    const present = Math.max(qty, smallestQuantity(soldIn))
    const { price, candidates } = evaluatePrice(listPrice, terms, present, new Date(NOW))
    const steps = candidates.map(({ minQty }) => minQty).filter((minQty) => minQty > present)
    for (const from of steps.map((minQty) => quantityFrom(minQty, soldIn)).toSorted((a, b) => a - b)) {
      const { unit } = priceOf(listPrice, terms, from, new Date(NOW))
      if (unit !== null && (price.unit === null || unit < price.unit)) return { qty: from, unit }
    }
    return null
  },

  coming(listPrice: number | null, scheduled: List, terms: CustomerTerms | null, qty: number) {
    const turns = (terms ? turnsOf(terms) : []).map(Number).filter((turn) => turn > NOW && turn <= UNTIL)
    const times = [...scheduled.map(({ from }) => from.getTime()), ...turns]
    const present = priceOf(listPrice, terms, qty, new Date(NOW)).unit
    for (const time of times.toSorted((a, b) => a - b)) {
      const list = listAt(listPrice, scheduled, time)
      const { unit } = priceOf(list, terms, qty, new Date(Math.max(time, NOW)))
      if (unit !== present) return { unit, from: new Date(time).toISOString() }
    }
    return null
  },
}

function quantitiesOf(terms: CustomerTerms): number[] {
  const agreed = [...terms.agreedPrices, ...(terms.group?.agreedPrices ?? [])]
  return [...new Set(agreed.map(({ minQty }) => minQty))].toSorted((a, b) => a - b)
}

function listAt(listPrice: number | null, scheduled: List, time: number): number | null {
  return scheduled.findLast(({ from }) => from.getTime() <= time)?.listPrice ?? listPrice
}

const amount = fc.integer({ min: 0, max: 4 })
const quantity = fc.integer({ min: 1, max: 7 })
const moment = fc.integer({ min: -3, max: 14 }).map((ms) => new Date(NOW + ms))
const time = fc.option(
  moment.map((at) => at.toISOString()),
  { nil: null },
)
const scopes = [
  ['brand', 'Denby'],
  ['category', 'Plates'],
  ['all', null],
] as const
const part = {
  agreedPrices: fc.array(fc.record({ unit: amount, minQty: quantity, startsAt: time, endsAt: time }), {
    maxLength: 14,
    size: 'max',
  }),
  discounts: fc.subarray([...scopes]).chain((given) =>
    fc.tuple(
      ...given.map(([appliesTo, on]) =>
        fc.record({
          appliesTo: fc.constant(appliesTo),
          on: fc.constant(on),
          discountBp: fc.constantFrom(2_500, 5_000, 10_000),
        }),
      ),
    ),
  ),
}
const terms: fc.Arbitrary<CustomerTerms> = fc.record({
  ...part,
  group: fc.option(fc.record({ name: fc.constant('Gold'), ...part }), { nil: null }),
})
const listPrice = fc.option(amount, { nil: null })
const scheduled = fc
  .array(fc.record({ from: moment, listPrice: amount }), { maxLength: 5 })
  .map((list) => list.filter(({ from }) => from.getTime() <= UNTIL).toSorted((a, b) => Number(a.from) - Number(b.from)))
const soldIn = fc.record({ minOrderQty: quantity, orderMultiple: fc.integer({ min: 1, max: 3 }) })

describe('a sweep finds what evaluating each quantity and time finds', () => {
  test('for the breaks of a product', () => {
    fc.assert(
      fc.property(listPrice, terms, quantity, (listPrice, terms, qty) => {
        const { unit } = priceOf(listPrice, terms, qty, new Date(NOW))
        const asked = { unit, qty }
        expect(quantityBreaks(listPrice, terms, new Date(NOW), asked)).toEqual(slow.breaks(listPrice, terms, asked))
      }),
      { numRuns: 2_000 },
    )
  })

  test('for the next break of a line', () => {
    fc.assert(
      fc.property(listPrice, fc.option(terms), quantity, soldIn, (listPrice, terms, qty, soldIn) => {
        const found = nextQuantityBreak(listPrice, terms, { qty, at: new Date(NOW), soldIn })
        expect(found).toEqual(slow.nextBreak(listPrice, terms, { qty, soldIn }))
      }),
      { numRuns: 2_000 },
    )
  })

  test('for the coming prices of growing quantities', () => {
    fc.assert(
      fc.property(listPrice, scheduled, fc.option(terms), fc.array(quantity), (listPrice, scheduled, terms, given) => {
        const quantities = given.toSorted((a, b) => a - b)
        const found = comingPrices({ listPrice, scheduled, terms }, quantities, {
          now: new Date(NOW),
          until: new Date(UNTIL),
        })
        expect(found).toEqual(quantities.map((qty) => slow.coming(listPrice, scheduled, terms, qty)))
      }),
      { numRuns: 2_000 },
    )
  })

  test('for the price at any time', () => {
    fc.assert(
      fc.property(listPrice, scheduled, terms, fc.array(moment), (listPrice, scheduled, terms, moments) => {
        const units = new UnitOverTime({ listPrice, scheduled, terms })
        for (const at of moments) {
          const list = listAt(listPrice, scheduled, at.getTime())
          expect(units.at(at.getTime(), 3)).toBe(priceOf(list, terms, 3, at).unit)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

function from(minQty: number) {
  return { unit: 90_000 - minQty, minQty, startsAt: null, endsAt: null }
}

function many<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

describe('the time follows from the number of terms', () => {
  const at = new Date(NOW)
  const iso = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
  const later = (i: number) => ({ unit: 100_000, minQty: 1, startsAt: iso(2 * i + 1), endsAt: iso(2 * i + 2) })

  test('of a product with 2,500 quantities, periods and list prices', () => {
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
})

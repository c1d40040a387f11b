import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discounted } from '../../server/src/pricing/discount-terms.ts'
import { percent } from '../../server/src/shared/read-price.ts'
import { evaluatePrice } from '../../server/src/pricing/evaluate-price.ts'
import type { CustomerTerms, Terms } from '../../server/src/pricing/kinds-of-term.ts'

const AT = new Date('2026-03-02T09:30:00.000Z')
const amount = fc.integer({ min: 0, max: 1_000_000_000 })
const basisPoints = fc.integer({ min: 1, max: 10_000 })
const quantity = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 }))
/** A moment around the one that is priced at, or none. */
const moment = fc.option(
  fc.integer({ min: -2, max: 2 }).map((ms) => new Date(AT.getTime() + ms).toISOString()),
  { nil: null },
)
const agreed = fc.record({ unit: amount, minQty: fc.integer({ min: 1, max: 20 }), startsAt: moment, endsAt: moment })
const listPrice = fc.option(amount, { nil: null })
const NAMES = { brand: 'Denby', category: 'Tableware', all: null }
const rule = (appliesTo: keyof typeof NAMES) => ({ appliesTo, on: NAMES[appliesTo] })
const part = {
  discounts: fc
    .record({
      brand: fc.option(basisPoints, { nil: null }),
      category: fc.option(basisPoints, { nil: null }),
      all: fc.option(basisPoints, { nil: null }),
    })
    .chain((rules) => {
      const given = Object.entries(rules).flatMap(([appliesTo, discountBp]) =>
        discountBp === null ? [] : [{ ...rule(appliesTo as keyof typeof NAMES), discountBp }],
      )
      return fc.shuffledSubarray(given, { minLength: given.length })
    }),
  agreedPrices: fc.uniqueArray(agreed, { selector: ({ minQty }) => minQty, maxLength: 6 }),
}
const terms: fc.Arbitrary<CustomerTerms> = fc.record({
  ...part,
  group: fc.option(fc.record({ name: fc.constant('Gold'), ...part }), { nil: null }),
})

function halfUp(listPrice: number, discountBp: number): number {
  const exact = BigInt(listPrice) * BigInt(10_000 - discountBp)
  return Number(exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n))
}

test('a discount is taken off exactly, with one rounding, half up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (list, bp) => {
      expect(discounted(list, bp)).toBe(halfUp(list, bp))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [1, 5_000, 1],
  [1, 5_001, 0],
  [3, 5_000, 2],
  [1_000_000_000, 1, 999_900_000],
  [999_999_999, 3_333, 666_699_999],
  [100, 10_000, 0],
  [0, 1, 0],
])('%i less %i basis points is %i', (list, bp, unit) => {
  expect(discounted(list, bp)).toBe(unit)
})

const count = (part: Terms | null) => (part ? part.agreedPrices.length + part.discounts.length : 0)
const APPLIED = /^Nothing comes before it\.$/
const NOT_APPLIED = new RegExp(
  [
    /^It (starts|ended) on \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    /^It needs a quantity of \d+ or more\.$/,
    /^The product has no list price to take it off\.$/,
    /^Own terms come before those of Gold\.$/,
    /^A lower price was agreed from the same quantity\.$/,
    /^The agreed price from \d+ comes first: its minimum quantity is the largest one reached\.$/,
    /^(An agreed price|A discount on \w+( brand| category)?) comes before .+\.$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

test('exactly one candidate is applied, it is the price, and every one has its reason', () => {
  fc.assert(
    fc.property(listPrice, terms, quantity, (listPrice, terms, qty) => {
      const { price, candidates } = evaluatePrice(listPrice, terms, qty, AT)
      expect(candidates).toHaveLength(count(terms) + count(terms.group) + 1)
      const [winner, ...others] = candidates.filter(({ applied }) => applied)
      expect(others).toEqual([])
      const { unit, source, discountBp, label } = price
      expect(winner).toMatchObject({ unit, source, discountBp, label })
      for (const { applied, reason } of candidates) expect(reason).toMatch(applied ? APPLIED : NOT_APPLIED)
    }),
    { numRuns: 500 },
  )
})

test.each([
  [1250, '12.5%'],
  [1, '0.01%'],
  [10_000, '100%'],
  [500, '5%'],
  [3333, '33.33%'],
])('%i basis points read as %s', (bp, text) => {
  expect(percent(bp)).toBe(text)
})

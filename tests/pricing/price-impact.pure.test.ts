import { expect, test } from 'vitest'
import { isLargeImpact, priceImpactInWords } from '../../server/src/shared/price-impact.ts'
import { NONE } from '../given/no-price-impact.ts'

test('moves of prices are told in one sentence each, and nothing that is not so', () => {
  const prices = { products: 41, customers: 6, rising: 38, falling: 3, largestRiseBp: 1_200, largestDropBp: 450 }
  expect(priceImpactInWords({ ...NONE, ...prices })).toBe(
    '41 products change in price for 6 customers: 38 rise by up to 12%, 3 drop by up to 4.5%.',
  )
  expect(priceImpactInWords({ ...NONE, products: 1, customers: 1, falling: 1, largestDropBp: 10_000, shown: 1 })).toBe(
    '1 product changes in price for 1 customer: 1 drops by up to 100%. Newly shown to 1 customer.',
  )
  expect(priceImpactInWords({ ...NONE, hidden: 1_200, hiddenAgreed: 2 })).toBe(
    'No longer shown to 1,200 customers, 2 of them with an agreed price.',
  )
})

test('moves are large past 1,000 products, or past a rise or drop of half the price', () => {
  const small = { ...NONE, products: 1_000, largestRiseBp: 5_000, largestDropBp: 5_000 }
  expect(isLargeImpact(small)).toBe(false)
  for (const more of [{ products: 1_001 }, { largestRiseBp: 5_001 }, { largestDropBp: 5_001 }]) {
    expect([more, isLargeImpact({ ...small, ...more })]).toEqual([more, true])
  }
})

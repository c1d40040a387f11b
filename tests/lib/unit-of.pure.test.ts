import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitOf } from '../../server/src/pricing/impact/payers.ts'
import type { Payer } from '../../server/src/pricing/impact/payers.ts'
import { priceOf } from '../../server/src/pricing/evaluate-price.ts'
import type { CustomerTerms, Terms } from '../../server/src/pricing/kinds-of-term.ts'

const NOW = new Date('2026-03-02T09:30:00.000Z')
const PLATE = { brandId: 'brand', categoryId: 'category' }

const discount = fc.option(fc.integer({ min: 0, max: 10_000 }))
const unit = fc.integer({ min: 0, max: 1_000_000_000 })
const owner = fc.record({ brand: discount, category: discount, all: discount, agreed: fc.option(unit) })
type Owner = typeof owner extends fc.Arbitrary<infer Value> ? Value : never

const discountsOf = ({ brand, category, all }: Owner) => ({
  brands: new Map(brand === null ? [] : [[PLATE.brandId, brand]]),
  categories: new Map(category === null ? [] : [[PLATE.categoryId, category]]),
  all,
})

/** The same terms as the evaluation of a single price has them. */
const termsOf = ({ brand, category, all, agreed }: Owner): Terms => ({
  agreedPrices: agreed === null ? [] : [{ unit: agreed, minQty: 1, startsAt: null, endsAt: null }],
  discounts: Object.entries({ brand, category, all }).flatMap(([appliesTo, discountBp]) =>
    discountBp === null ? [] : [{ appliesTo: appliesTo as 'all', on: null, discountBp }],
  ),
})

test('what an act does to prices is told by the same rules as each price', () => {
  fc.assert(
    fc.property(owner, fc.option(owner), fc.option(unit), (own, ofGroup, listPrice) => {
      const group = ofGroup && { id: 'group', ...discountsOf(ofGroup) }
      const payer: Payer = { id: 'customer', ...discountsOf(own), group }
      const agreed = (id: string) => (id === 'customer' ? own : ofGroup)?.agreed ?? undefined
      const terms: CustomerTerms = { ...termsOf(own), group: ofGroup && { name: 'Gold', ...termsOf(ofGroup) } }
      expect(unitOf(payer, { ...PLATE, listPrice }, agreed)).toBe(priceOf(listPrice, terms, 1, NOW).unit)
    }),
  )
})

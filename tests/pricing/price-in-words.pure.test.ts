import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRICE_SOURCES } from '../../server/src/database/column-values.ts'
import { priceInWords } from '../../server/src/pricing/price-in-words.ts'
import type { PriceToTell } from '../../server/src/pricing/price-in-words.ts'

const money = (minor: number) => `£${(minor / 100).toFixed(2)}`

const told: PriceToTell = {
  product: { sku: 'HOL-1', name: 'Azure plate', unitLabel: 'each', minOrderQty: 1, orderMultiple: 1 },
  qty: 1,
  price: { unit: 2231, line: 2231, list: 2550, discountBp: 1250, source: 'brand', label: '12.5% off Hollin' },
  group: null,
  breaks: [],
  until: null,
  on: null,
  isPast: false,
  money,
  taxLabel: 'ex VAT',
}

test.each<[string, Partial<PriceToTell>]>([
  ['The price of Azure plate (HOL-1) for you is £22.31 each ex VAT. That is with 12.5% off Hollin.', {}],
  [
    'The price of Azure plate (HOL-1) for you is £20.00 per box of 6, so 24 come to £480.00 ex VAT on 5 January 2027. ' +
      'That is your agreed price from 12 until 31 March 2027. From 48 it is £19.00 per box of 6.',
    {
      product: { sku: 'HOL-1', name: 'Azure plate', unitLabel: 'box of 6', minOrderQty: 12, orderMultiple: 1 },
      qty: 24,
      price: { unit: 2000, line: 48_000, list: 2550, discountBp: 0, source: 'agreed', label: 'Agreed price from 12' },
      breaks: [{ minQty: 48, unit: 1900 }],
      until: '31 March 2027',
      on: '5 January 2027',
    },
  ],
  [
    'The price of Azure plate (HOL-1) for you was £22.31 each ex VAT on 1 February 2026. That was with 12.5% off Hollin.',
    { on: '1 February 2026', isPast: true },
  ],
  [
    'The price of Azure plate (HOL-1) for you is £22.31 each ex VAT. That is with 12.5% off Hollin, as for all of Gold, your price group.',
    { group: 'Gold', price: { ...told.price, label: 'Gold: 12.5% off Hollin' } },
  ],
  [
    'The price of Azure plate (HOL-1) for you is £20.00 each ex VAT. That is the agreed price of Gold, your price group, until 31 March 2027.',
    {
      group: 'Gold',
      price: { unit: 2000, line: 2000, list: 2550, discountBp: 0, source: 'agreed', label: 'Gold: Agreed price' },
      until: '31 March 2027',
    },
  ],
  [
    'There is no price for Azure plate (HOL-1) yet.',
    { price: { unit: null, line: 0, list: 0, discountBp: 0, source: 'list', label: '' } },
  ],
])('%s', (words, change) => {
  expect(priceInWords({ ...told, ...change })).toBe(words)
})

const unit = fc.integer({ min: 0, max: 1_000_000_000 })
const anyPrice = fc.record({
  unit,
  source: fc.constantFrom(...PRICE_SOURCES),
  qty: fc.integer({ min: 1, max: 1_000_000 }),
  minOrderQty: fc.integer({ min: 1, max: 1_000_000 }),
  breaks: fc.array(fc.record({ minQty: fc.integer({ min: 2, max: 999_999 }), unit }), { maxLength: 6 }),
})

function wordsFor({
  unit,
  source,
  qty,
  minOrderQty,
  breaks,
}: typeof anyPrice extends fc.Arbitrary<infer P> ? P : never) {
  const list = source === 'list' ? unit : 77_777_777_777
  const label = {
    agreed: 'Agreed price',
    list: '',
    customer: '5% off',
    brand: '5% off Hollin',
    category: '5% off Bowls',
    manual: 'Agreed by Ruth Calder: damaged box',
    quote: 'Quote 17, until 30 June',
  }[source]
  const price = { unit, line: unit * qty, list, discountBp: 500, source, label }
  return priceInWords({ ...told, product: { ...told.product, minOrderQty }, qty, price, breaks })
}

test('the words have the price and the sum, are sentences, and never tell a list price that is not paid', () => {
  fc.assert(
    fc.property(anyPrice, (any) => {
      const words = wordsFor(any)
      expect(words).toContain(`${money(any.unit)} each`)
      if (any.qty > 1)
        expect(words).toContain(`so ${any.qty.toLocaleString('en')} come to ${money(any.unit * any.qty)}`)
      expect(words).not.toContain(money(77_777_777_777))
      expect(words).not.toMatch(/undefined|null|NaN|\s\s|\s\./)
      expect(words).toMatch(/^[A-Z].*\.$/)
      expect(words.includes('smallest quantity')).toBe(any.qty < any.minOrderQty)
    }),
  )
})

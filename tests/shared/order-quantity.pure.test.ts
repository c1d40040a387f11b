import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_QTY } from '../../server/src/shared/limits.ts'
import {
  nextQuantity,
  quantityFrom,
  quantityProblem,
  smallestQuantity,
  soldInWords,
} from '../../server/src/shared/order-quantity.ts'
import { taxOn, totalLines } from '../../server/src/shared/tax.ts'

const few = fc.integer({ min: 1, max: 40 })
const soldIn = fc.record({ minOrderQty: few, orderMultiple: few })
const canBeOrdered = (qty: number, { minOrderQty, orderMultiple }: { minOrderQty: number; orderMultiple: number }) =>
  qty >= minOrderQty && qty % orderMultiple === 0 && qty <= MAX_QTY

/** All quantities that can be ordered, in order. */
const orderable = (how: { minOrderQty: number; orderMultiple: number }, upTo = 400) =>
  Array.from({ length: upTo }, (_, i) => i + 1).filter((qty) => canBeOrdered(qty, how))

test('the smallest quantity is the first multiple that reaches the minimum, and steps lead from one to the next', () => {
  fc.assert(
    fc.property(soldIn, fc.integer({ min: 1, max: 200 }), (how, qty) => {
      const all = orderable(how)
      expect(smallestQuantity(how)).toBe(all[0])
      expect(quantityFrom(qty, how)).toBe(all.find((one) => one >= qty))
      expect(nextQuantity(qty, 1, how)).toBe(all.find((one) => one > qty))
      expect(nextQuantity(qty, -1, how)).toBe(all.findLast((one) => one < qty) ?? all[0])
    }),
  )
})

test('a quantity is refused if it cannot be ordered, and what is said to order instead can be, and is nearest', () => {
  fc.assert(
    fc.property(soldIn, fc.integer({ min: 1, max: 200 }), (how, qty) => {
      const problem = quantityProblem(qty, how)
      expect(problem === null).toBe(canBeOrdered(qty, how))
      if (problem === null || how.orderMultiple === 1) return
      const said = problem.split('order ')[1]!.split(' or ').map(Number)
      const all = orderable(how)
      expect(said).toEqual([all.findLast((one) => one < qty), all.find((one) => one > qty)].filter(Boolean))
    }),
  )
})

test('how a product is sold is said in words, and never asks for more than a line can have', () => {
  expect(quantityProblem(13, { minOrderQty: 1, orderMultiple: 6 })).toBe('sold in 6s: order 12 or 18')
  expect(quantityProblem(4, { minOrderQty: 10, orderMultiple: 6 })).toBe('sold in 6s, from 12 up: order 12')
  expect(quantityProblem(4, { minOrderQty: 6, orderMultiple: 1 })).toBe('sold from 6 up')
  expect(quantityProblem(MAX_QTY - 1, { minOrderQty: 1, orderMultiple: 6 })).toBe('sold in 6s: order 999,996')
  expect(quantityProblem(5, { minOrderQty: MAX_QTY, orderMultiple: 700_000 })).toMatch(/more than a line can have$/)
  expect(nextQuantity(MAX_QTY, 1, { minOrderQty: 1, orderMultiple: 6 })).toBe(999_996)
  expect(soldInWords({ minOrderQty: 1, orderMultiple: 1 })).toEqual([])
  expect(soldInWords({ minOrderQty: 10, orderMultiple: 6 })).toEqual(['in 6s', 'min. 12'])
})

test('tax is a share of the subtotal, rounded once, half up, and exact for every subtotal', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 10_000 }), (subtotal, taxRateBp) => {
      const { tax } = taxOn(subtotal, taxRateBp)
      // Half up: twice the error in ten-thousandths is above -10,000, and at most 10,000.
      const error = 2n * (BigInt(tax!) * 10_000n - BigInt(subtotal) * BigInt(taxRateBp))
      expect(error > -10_000n && error <= 10_000n).toBe(true)
    }),
  )
  expect(taxOn(2_233, 2_000)).toEqual({ taxRateBp: 2_000, tax: 447, total: 2_680 })
  expect(taxOn(5, 1_000)).toMatchObject({ tax: 1 })
  expect(taxOn(4, 1_000)).toMatchObject({ tax: 0 })
  expect(taxOn(900, 0)).toEqual({ taxRateBp: 0, tax: 0, total: 900 })
  expect(totalLines({ subtotal: 900, ...taxOn(900, null) }, 'ex VAT')).toEqual([
    { label: 'Subtotal (ex VAT)', amount: 900 },
  ])
  expect(totalLines({ subtotal: 900, ...taxOn(900, 1_750) }, 'ex VAT').map(({ label }) => label)).toEqual([
    'Subtotal (ex VAT)',
    'Tax (17.5%)',
    'Total with tax',
  ])
})

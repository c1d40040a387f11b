import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stoppedProducts } from '../../server/src/orders/customer-story.ts'

const DAY = 86_400
const NOW = new Date('2026-06-01T12:00:00Z')

/** A product with so many orders, so many days apart; the last one so many days ago. */
function ordered({ orders, every, silent }: { orders: number; every: number; silent: number }, id = 'a') {
  const last = NOW.getTime() / 1_000 - silent * DAY
  return { id, orderId: 'o', isDue: false, orders, first: last - (orders - 1) * every * DAY, last }
}

const rhythm = fc.record({
  orders: fc.integer({ min: 1, max: 60 }),
  every: fc.integer({ min: 0, max: 90 }),
  silent: fc.integer({ min: 0, max: 900 }),
})

test('a product is stopped after twice its own rhythm, four weeks at least, if it had a rhythm at all', () => {
  fc.assert(
    fc.property(rhythm, (one) => {
      const hadRhythm = one.orders >= 3 && (one.orders - 1) * one.every >= 28
      const isStopped = hadRhythm && one.silent >= 28 && one.silent > 2 * one.every
      expect(stoppedProducts([ordered(one)], NOW)).toHaveLength(isStopped ? 1 : 0)
    }),
  )
})

test('once stopped it stays so while nothing is ordered; what was ordered latest comes first', () => {
  fc.assert(
    fc.property(fc.array(rhythm, { maxLength: 20 }), fc.integer({ min: 0, max: 900 }), (rhythms, days) => {
      const usual = rhythms.map((one, i) => ordered(one, String(i)))
      const stopped = stoppedProducts(usual, NOW)
      const later = new Set(stoppedProducts(usual, new Date(NOW.getTime() + days * DAY * 1_000)).map(({ id }) => id))
      expect(stopped.every(({ id }) => later.has(id))).toBe(true)
      expect(stopped.map(({ last }) => last)).toEqual(stopped.map(({ last }) => last).toSorted((a, b) => b - a))
      for (const { everyDays } of stopped) expect(Number.isInteger(everyDays) && everyDays >= 1).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breaksAfter, brokenAt, newBreak } from '../../server/src/promises/evaluate-promise.ts'
import type { LineBasis } from '../../server/src/promises/evaluate-promise.ts'

const MINUTES = 12
const NOW = Date.parse('2027-01-01T00:00:00.000Z')
const at = (minute: number) => new Date(NOW + minute * 60_000)
const minute = fc.integer({ min: -2, max: MINUTES + 2 })
const amount = fc.integer({ min: 1, max: 9 })
const turn = fc.option(minute.map((count) => at(count).toISOString()))

const agreed = fc.record({ unit: amount, minQty: fc.constantFrom(1, 3), startsAt: turn, endsAt: turn })
const discount = amount.map((share) => ({ appliesTo: 'all' as const, on: null, discountBp: share * 1_000 }))
const part = {
  agreedPrices: fc.array(agreed, { maxLength: 3 }),
  discounts: fc.array(discount, { maxLength: 1 }),
}
const basis: fc.Arbitrary<LineBasis | null> = fc.option(
  fc.record({
    sku: fc.constant('A'),
    visible: fc.boolean().map((isHidden) => !isHidden),
    listPrice: fc.option(amount),
    scheduled: fc
      .array(fc.record({ at: minute.map(at), price: amount }), { maxLength: 2 })
      .map((prices) => prices.toSorted((a, b) => a.at.getTime() - b.at.getTime())),
    terms: fc.record({ ...part, group: fc.option(fc.record({ name: fc.constant('Gold'), ...part })) }),
  }),
)
const line = fc.record({ productId: fc.constant(''), sku: fc.constant('A'), qty: fc.constantFrom(1, 5), unit: amount })
const until = fc.integer({ min: 1, max: MINUTES })

/** A promise of two lines, with or without a total. */
const promised = fc
  .tuple(line, line, fc.option(fc.integer({ min: 1, max: 60 })), until)
  .map(([first, second, total, end]) => {
    const lines = [first, second].map((one) => ({ ...one, unit: total === null ? one.unit : null }))
    return { lines, total, until: at(end) }
  })
const pair = fc.tuple(basis, basis)
const isDue = (scheduled: { at: Date }) => scheduled.at <= at(0)
const unpublished = (bases: readonly (LineBasis | null)[]) =>
  bases.map((one) => one && { ...one, scheduled: one.scheduled.filter((price) => !isDue(price)) })

test('what an act breaks first, and what the clock breaks, is what looking at each minute finds', () => {
  fc.assert(
    fc.property(promised, pair, pair, (promise, before, after) => {
      const minutes = Array.from({ length: MINUTES }, (_, i) => at(i)).filter((time) => time < promise.until)
      const isBroken = (bases: readonly (LineBasis | null)[], time: Date) => brokenAt(promise, bases, time).length > 0
      // What is due is published a little later than now: now has two prices.
      const isNewNow = isBroken(unpublished(after), at(0)) && !isBroken(unpublished(before), at(0))
      const first = isNewNow ? at(0) : minutes.find((time) => isBroken(after, time) && !isBroken(before, time))
      expect(newBreak(promise, before, after, at(0))?.at).toEqual(first)
      const next = minutes.slice(1).find((time) => isBroken(after, time))
      if (!isBroken(after, at(0))) expect(breaksAfter(promise, after, at(0))).toEqual(next ?? null)
      expect(newBreak(promise, after, after, at(0))).toBeNull()
    }),
  )
})

test('what makes prices lower breaks nothing', () => {
  fc.assert(
    fc.property(promised, pair, (promise, before) => {
      const cheaper = before.map(
        (one) =>
          one && {
            ...one,
            visible: true,
            listPrice: one.listPrice ?? 1,
            terms: { agreedPrices: [{ unit: 0, minQty: 1, startsAt: null, endsAt: null }], discounts: [], group: null },
          },
      )
      expect(newBreak(promise, before, cheaper, at(0))).toBeNull()
    }),
  )
})

test('an act breaks a promise also where the break ends once what is due is published', () => {
  const promise = { lines: [{ productId: '', sku: 'A', qty: 1, unit: 5 }], total: null, until: at(9) }
  const terms = { agreedPrices: [], discounts: [], group: null }
  const priced = (listPrice: number) => [
    { sku: 'A', visible: true, listPrice, scheduled: [{ at: at(0), price: 1 }], terms },
  ]
  expect(newBreak(promise, priced(5), priced(6), at(0))).toMatchObject({ at: at(0), broken: [{ actual: 6 }] })
  expect(newBreak(promise, priced(5), priced(4), at(0))).toBeNull()
})

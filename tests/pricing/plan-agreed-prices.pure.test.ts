import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlaps } from '../../server/src/pricing/terms/agreed-price-assignment.ts'
import type { StoredPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { planAgreedPrices } from '../../server/src/pricing/terms/plan-agreed-prices.ts'

const DAY = 86_400_000

/** Few products, quantities and days, so that rows meet often. */
const terms = fc
  .record({
    productId: fc.constantFrom('a', 'b'),
    unit: fc.integer({ min: 1, max: 5 }),
    minQty: fc.constantFrom(1, 6),
    start: fc.option(fc.integer({ min: 1, max: 6 })),
    length: fc.option(fc.integer({ min: 1, max: 4 })),
  })
  .map(({ start, length, ...rest }) => ({
    ...rest,
    startsAt: start === null ? null : new Date(start * DAY),
    endsAt: length === null ? null : new Date(((start ?? 0) + length) * DAY),
  }))

/** What a customer can have: prices that do not overlap. */
const stored = fc.array(terms, { maxLength: 6 }).map((all) =>
  all.reduce<StoredPrice[]>((kept, one, i) => {
    const free = kept.every((other) => !areRivals(one, other))
    return free ? [...kept, { ...one, id: `stored ${i}` }] : kept
  }, []),
)

function areRivals(a: Omit<StoredPrice, 'id'>, b: Omit<StoredPrice, 'id'>): boolean {
  return a.productId === b.productId && a.minQty === b.minQty && overlaps(a, b)
}

test('whatever is pasted, what is saved holds every good row and no two prices for one time', () => {
  fc.assert(
    fc.property(fc.array(terms, { maxLength: 6 }), stored, (rows, before) => {
      const { outcomes, inserts, updates } = planAgreedPrices(rows, before)
      const changed = new Map(updates.map((price) => [price.id, price]))
      const after = [...before.map((price) => ({ ...price, ...changed.get(price.id) })), ...inserts]
      for (const [i, one] of after.entries())
        expect(after.slice(i + 1).filter((two) => areRivals(one, two))).toEqual([])
      rows.forEach((row, i) => {
        if (outcomes[i]!.planned) expect(after).toContainEqual(expect.objectContaining(row))
      })
      // A change is written only where something differs.
      for (const update of updates) expect(before).not.toContainEqual(update)
    }),
  )
})

test('a row that is left out meets a price that is there, or a row before it', () => {
  fc.assert(
    fc.property(fc.array(terms, { minLength: 1, maxLength: 6 }), stored, (rows, before) => {
      planAgreedPrices(rows, before).outcomes.forEach(({ clash }, i) => {
        if (typeof clash === 'number') expect(clash).toBeLessThan(i)
        else if (typeof clash === 'object') expect(overlaps(clash, rows[i]!)).toBe(true)
      })
    }),
  )
})

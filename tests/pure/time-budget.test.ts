import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue } from '../../server/src/fair-queue.ts'
import { TimeBudget } from '../../server/src/time-budget.ts'

test('an owner spends what it has saved and its rate, whatever it asks for and whenever', () => {
  const uses = fc.array(fc.record({ pause: fc.nat(500), takes: fc.integer({ min: 1, max: 400 }) }), { maxLength: 50 })
  fc.assert(
    fc.property(
      uses,
      fc.double({ min: 0.05, max: 2, noNaN: true }),
      fc.integer({ min: 1, max: 1_000 }),
      (all, rate, savedMs) => {
        const budget = new TimeBudget({ rate, savedMs })
        let [now, spent, last] = [0, 0, 0]
        for (const { pause, takes } of all) {
          now += pause
          now += budget.wait('a', now)
          expect(spent).toBeLessThanOrEqual(savedMs + rate * now + 1e-6 * now)
          budget.spend('a', takes, now)
          spent += takes
          last = takes
          expect(spent - last).toBeLessThanOrEqual(savedMs + rate * now + 1e-6 * now)
        }
        expect(budget.wait('b', now)).toBe(0)
      },
    ),
  )
})

test('an owner that has spent its time waits, while others are active, and they do not', async () => {
  const queue = new FairQueue({ slots: 2, budget: new TimeBudget({ rate: 0.5, savedMs: 1 }) })
  const use = async (owner: string, ms: number) => {
    const began = performance.now()
    await queue.run(owner, () => new Promise((resolve) => void setTimeout(resolve, ms)))
    return performance.now() - began
  }
  await use('a', 60)
  // Alone, it goes on.
  expect(await use('a', 1)).toBeLessThan(50)
  const [again, other] = await Promise.all([use('b', 1).then(() => use('a', 1)), use('b', 1)])
  expect(again).toBeGreaterThan(50)
  expect(other).toBeLessThan(50)
})

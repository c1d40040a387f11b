import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHANGE_BP, reprice, ROUNDING_MODES } from '../../server/src/shared/reprice.ts'
import { MAX_PRICE } from '../../server/src/shared/limits.ts'
import type { Repricing } from '../../server/src/shared/reprice.ts'

const price = fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: MAX_PRICE }))
const rounding = fc
  .integer({ min: 1, max: 100_000 })
  .chain((step) =>
    fc.record({ step: fc.constant(step), ending: fc.nat(step - 1), mode: fc.constantFrom(...ROUNDING_MODES) }),
  )
const repricing = fc.record(
  {
    changeBp: fc.integer(CHANGE_BP),
    changeBy: fc.integer({ min: -MAX_PRICE, max: MAX_PRICE }),
    round: fc.oneof(
      rounding,
      rounding.map(({ step }) => ({ step })),
    ),
  },
  { requiredKeys: [] },
)

/** The same with fractions of any size, told the slow way: of all prices with that ending, the one that is wanted. */
function slowly(from: number, { changeBp = 0, changeBy = 0, round }: Repricing): bigint {
  const { step, ending = 0, mode = 'nearest' } = round ?? { step: 1 }
  const wanted = BigInt(from) * BigInt(10_000 + changeBp) + BigInt(changeBy) * 10_000n
  const isBetter = (next: bigint, than: bigint) => {
    if (mode === 'up') return than * 10_000n < wanted
    return mode === 'down' ? next * 10_000n <= wanted : distance(next) <= distance(than)
  }
  const distance = (candidate: bigint) => {
    const by = candidate * 10_000n - wanted
    return by < 0n ? -by : by
  }
  let found = BigInt(ending)
  // Near enough, then step by step.
  const start = (wanted / 10_000n / BigInt(step) - 2n) * BigInt(step) + BigInt(ending)
  if (start > found) found = start
  while (isBetter(found + BigInt(step), found)) found += BigInt(step)
  return found
}

test('a new price has the wanted ending, and is the nearest (of two the higher), the next above or the next below', () => {
  fc.assert(
    fc.property(price, repricing, (from, how) => {
      const to = reprice(from, how)
      const expected = from === 0 && !how.changeBy ? 0n : slowly(from, how)
      expect(to).toBe(expected > BigInt(MAX_PRICE) ? null : Number(expected))
    }),
  )
})

test('a new price never falls where the old one was higher', () => {
  fc.assert(
    fc.property(price, price, repricing, (a, b, how) => {
      const [low, high] = [reprice(Math.min(a, b), how), reprice(Math.max(a, b), how)]
      expect(high ?? Infinity).toBeGreaterThanOrEqual(low ?? Infinity)
    }),
  )
})

test.each([
  [2550, { changeBp: 400 }, 2652],
  [2550, { changeBp: 400, round: { step: 5 } }, 2650],
  [2550, { changeBp: 400, round: { step: 100, ending: 95 } }, 2695],
  [2544, { round: { step: 100, ending: 95 } }, 2495],
  [2545, { round: { step: 100, ending: 95 } }, 2595],
  [30, { round: { step: 100, ending: 95 } }, 95],
  [30, { round: { step: 100, ending: 95, mode: 'down' } }, 95],
  [2551, { round: { step: 5, mode: 'up' } }, 2555],
  [2555, { round: { step: 5, mode: 'up' } }, 2555],
  [2559, { round: { step: 5, mode: 'down' } }, 2555],
  [1001, { changeBp: 1, round: { step: 1, mode: 'up' } }, 1002],
  [2553, { round: { step: 10, ending: 9 } }, 2549],
  [2554, { round: { step: 10, ending: 9 } }, 2559],
  [2559, { round: { step: 10, ending: 9, mode: 'up' } }, 2559],
  [3, { round: { step: 10, ending: 9 } }, 9],
  [1000, { changeBy: -250 }, 750],
  [100, { changeBy: -250 }, 0],
  [1, { changeBp: 5_000 }, 2],
  [0, { changeBp: 400, round: { step: 100, ending: 95 } }, 0],
  [0, { changeBy: 100 }, 100],
  [MAX_PRICE, { changeBp: 1 }, null],
] as const)('a new price for %j, with %j, is %j', (from, how, to) => {
  expect(reprice(from, how)).toBe(to)
})

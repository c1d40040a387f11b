import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisMoney, roundTicks, timeTicks, pathOf, valueAt } from '../../web/src/console/charts/scales.ts'
import { reasonToLook } from '../../web/src/console/price-changes/words.ts'
import { linesByChange } from '../../server/src/pricing/price-changes/histogram.ts'

const DAY = 86_400_000
const days = (times: number[]) => times.map((at) => new Date(at).toISOString().slice(0, 10))

describe('ticks', () => {
  test('of values are round, and go from at or below the least to at or above the most', () => {
    expect(roundTicks(0, 1)).toEqual([0, 1])
    expect(roundTicks(0, 33)).toEqual([0, 10, 20, 30, 40])
    expect(roundTicks(445, 480)).toEqual([440, 450, 460, 470, 480])
    expect(roundTicks(1150, 1150)).toEqual([1150, 1151])
    const amount = fc.integer({ min: 0, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [least, most] = [Math.min(a, b), Math.max(a, b)]
        const ticks = roundTicks(least, most)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(ticks[0]).toBeLessThanOrEqual(least)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(7)
      }),
    )
  })

  test('of time are days, first days of months, or of years', () => {
    expect(days(timeTicks(Date.UTC(2026, 0, 30, 8), Date.UTC(2026, 1, 3, 9), 8))).toEqual([
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
      '2026-02-03',
    ])
    expect(days(timeTicks(Date.UTC(2026, 0, 30), Date.UTC(2027, 0, 2), 8))).toEqual([
      '2026-03-01',
      '2026-05-01',
      '2026-07-01',
      '2026-09-01',
      '2026-11-01',
      '2027-01-01',
    ])
    const span = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }))
    fc.assert(
      fc.property(span, ([from, length]) => {
        const ticks = timeTicks(from * DAY, (from + length) * DAY, 8)
        expect(ticks.length).toBeLessThanOrEqual(9)
        expect(ticks).toEqual(ticks.filter((at) => at >= from * DAY && at <= (from + length) * DAY))
        if (length > 112) expect(days(ticks).every((day) => day.endsWith('-01'))).toBe(true)
      }),
    )
  })

  test('of money have no more digits than they need', () => {
    expect([0, 1250, 2000, 99_900, 120_000, 1_250_000_00].map(axisMoney('GBP'))).toEqual([
      '£0',
      '£12.50',
      '£20',
      '£999',
      '£1.2K',
      '£1.25M',
    ])
    expect([0, 50, 1_500].map(axisMoney('JPY'))).toEqual(['¥0', '¥50', '¥1.5K'])
  })
})

describe('steps', () => {
  const steps = [
    { at: 10, value: 5 },
    { at: 20, value: null },
    { at: 30, value: 7 },
    { at: 40, value: 6 },
  ]
  const scale = { x: (at: number) => at, y: (value: number) => -value }

  test('hold until the next one, and are drawn with a gap where there is none', () => {
    expect([9, 10, 19, 20, 30, 99].map((at) => valueAt(steps, at))).toEqual([null, 5, 5, null, 7, 6])
    expect(pathOf(steps, 50, scale)).toBe('M10,-5H20M30,-7H40V-6H50')
  })
})

test('a histogram counts each change once: no change apart, and a bound above it', () => {
  const changes = [-10_000, -5_001, -5_000, -1, 0, 1, 199, 200, 5_000]
  expect(linesByChange(changes).bars.filter(({ lines }) => lines > 0)).toEqual([
    { fromBp: null, toBp: -5000, lines: 2 },
    { fromBp: -5000, toBp: -2000, lines: 1 },
    { fromBp: -200, toBp: 0, lines: 1 },
    { fromBp: 0, toBp: 1, lines: 1 },
    { fromBp: 1, toBp: 200, lines: 2 },
    { fromBp: 200, toBp: 500, lines: 1 },
    { fromBp: 5000, toBp: null, lines: 1 },
  ])
})

test.each([
  [1000, 0, 'It becomes free.'],
  [1000, 10_000, '10 times as much: a decimal point?'],
  [1000, 10_900, '10 times as much: a decimal point?'],
  [10_400, 104, 'A hundredth of it: a decimal point?'],
  [1000, 1501, 'More than half as much again.'],
  [1000, 499, 'Less than half.'],
  [1000, 1300, 'Others change by about +4%.'],
  [1000, 1500, 'Others change by about +4%.'],
  [1000, 1040, null],
  [1000, 1240, null],
  [null, 1000, null],
])('from %s to %s there is a reason to look: %s', (currentPrice, newPrice, reason) => {
  const changeBp = currentPrice === null ? null : ((newPrice - currentPrice) / currentPrice) * 10_000
  expect(reasonToLook({ currentPrice, newPrice, changeBp }, 400)).toBe(reason)
})

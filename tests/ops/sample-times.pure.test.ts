import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLater, daysSince } from '../../server/src/ops/sample/create-sample.ts'

const DAY_MS = 86_400_000
const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })

test('what was past when the sample was taken is past now, and what was a day ahead or more is ahead', () => {
  fc.assert(
    fc.property(time, time, time, (takenAt, now, told) => {
      const shifted = new Date(daysLater(told.toISOString(), daysSince(takenAt, now)) as string)
      if (told <= takenAt) expect(shifted.getTime()).toBeLessThanOrEqual(now.getTime())
      if (told.getTime() >= takenAt.getTime() + DAY_MS) expect(shifted.getTime()).toBeGreaterThan(now.getTime())
    }),
  )
})

test('times keep their time of day and their distances, dates move with them, and the same days back undo it', () => {
  fc.assert(
    fc.property(time, time, fc.integer({ min: -20_000, max: 20_000 }), (one, other, days) => {
      const later = (value: unknown) => daysLater(value, days)
      const shifted = [one, other].map((at) => later(at.toISOString()) as string)
      expect(shifted[0]!.slice(10)).toBe(one.toISOString().slice(10))
      expect(Date.parse(shifted[0]!) - Date.parse(shifted[1]!)).toBe(one.getTime() - other.getTime())
      expect(later(one.toISOString().slice(0, 10))).toBe(shifted[0]!.slice(0, 10))
      expect(daysLater(shifted[0], -days)).toBe(one.toISOString())
    }),
  )
})

test('texts that are no time, and values that are no text, stay as they are', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void expect(daysLater(value, 1)).toBe(value)))
  for (const text of ['SITE-14-0231', '2026-13-01', '2026-01-01 ', 'since 2026-01-01', '12:00', '20260101']) {
    expect(daysLater(text, 1)).toBe(text)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../server/src/lib/local-time.ts'
import {
  dayProblem,
  nextDelivery,
  orderByInWords,
  possibleDayFrom,
  weekdayOf,
} from '../../server/src/orders/delivery.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
// With and without daylight saving time, half an hour of it, a day that was skipped, and beyond the date line.
const zone = fc.constantFrom(
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
)
const rule = fc.record({
  orderDays: fc.subarray(WEEKDAYS, { minLength: 1 }),
  cutOff: fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '59'))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`),
  ),
  leadDays: fc.integer({ min: 0, max: 8 }),
})
const isOrderDay = (day: string, { orderDays }: { orderDays: number[] }, timeZone: string) =>
  orderDays.includes(weekdayOf(day)) && dayOf(startOfDay(day, timeZone), timeZone) === day
const around = (at: string) =>
  fc.integer({ min: -4, max: 4 }).map((hours) => new Date(Date.parse(at) + hours * 1_800_000))
// Any moment, and more often those around a change of the clock.
const now = fc.oneof(
  fc.date({ min: new Date('2011-12-20T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true }),
  around('2026-03-29T01:00:00Z'),
  around('2026-10-25T01:00:00Z'),
  around('2026-11-01T06:00:00Z'),
  around('2026-04-04T15:00:00Z'),
  around('2011-12-30T10:00:00Z'),
)

test('the first day is a day of delivery, that many order days after the one that the order counts for', () => {
  fc.assert(
    fc.property(now, rule, zone, (at, rules, timeZone) => {
      const { day, orderBy } = nextDelivery(at, rules, timeZone)
      expect(isOrderDay(day, rules, timeZone)).toBe(true)
      expect(orderBy.getTime()).toBeGreaterThan(at.getTime())
      const counted = dayOf(rules.cutOff === null ? new Date(orderBy.getTime() - 1) : orderBy, timeZone)
      const between: string[] = []
      for (let one = addDays(counted, 1); one <= day; one = addDays(one, 1)) between.push(one)
      expect(between.filter((one) => isOrderDay(one, rules, timeZone))).toHaveLength(rules.leadDays)
    }),
  )
})

test('it stays the same until the moment that is told, is a later one from then on, and never goes back', () => {
  fc.assert(
    fc.property(now, rule, zone, fc.nat(), (at, rules, timeZone, part) => {
      const { day, orderBy } = nextDelivery(at, rules, timeZone)
      const during = new Date(at.getTime() + (part % (orderBy.getTime() - at.getTime())))
      expect(nextDelivery(during, rules, timeZone)).toEqual({ day, orderBy })
      expect(nextDelivery(new Date(orderBy.getTime() - 1), rules, timeZone).day).toBe(day)
      expect(nextDelivery(orderBy, rules, timeZone).day > day).toBe(true)
    }),
  )
})

test('a day is refused if it is not possible, and the one that is named instead is the next that is', () => {
  fc.assert(
    fc.property(now, rule, zone, fc.integer({ min: -10, max: 400 }), (at, rules, timeZone, days) => {
      const wanted = addDays(dayOf(at, timeZone), days)
      const possible = possibleDayFrom(wanted, at, rules, timeZone)
      const { day: first } = nextDelivery(at, rules, timeZone)
      const isPossible = (day: string) => day >= first && isOrderDay(day, rules, timeZone)
      expect(dayProblem(wanted, at, rules, timeZone) === null).toBe(isPossible(wanted) && days <= 366)
      if (possible === null) return
      expect(isPossible(possible)).toBe(true)
      for (let one = wanted; one < possible; one = addDays(one, 1)) expect(isPossible(one)).toBe(false)
    }),
  )
})

test('"order by 14:00 for Tuesday" is computed in the time zone of the wholesaler', () => {
  const weekdays = { orderDays: [1, 2, 3, 4, 5], cutOff: '14:00', leadDays: 1 }
  const ask = (at: string, zoneName = 'Europe/London') => {
    const { day, orderBy } = nextDelivery(new Date(at), weekdays, zoneName)
    return [day, orderBy.toISOString()]
  }
  // Monday, in winter and in summer.
  expect(ask('2026-11-30T13:59:59Z')).toEqual(['2026-12-01', '2026-11-30T14:00:00.000Z'])
  expect(ask('2026-11-30T14:00:00Z')).toEqual(['2026-12-02', '2026-12-01T14:00:00.000Z'])
  expect(ask('2026-06-01T12:30:00Z')).toEqual(['2026-06-02', '2026-06-01T13:00:00.000Z'])
  expect(ask('2026-06-01T12:30:00Z', 'America/New_York')).toEqual(['2026-06-02', '2026-06-01T18:00:00.000Z'])
  // Friday afternoon counts for Monday.
  expect(ask('2026-11-27T15:00:00Z')).toEqual(['2026-12-01', '2026-11-30T14:00:00.000Z'])
  expect(dayProblem('2026-12-01', new Date('2026-11-30T14:00:00Z'), weekdays, 'Europe/London')).toBe(
    'Tuesday, 1 December 2026 is too soon: choose Wednesday, 2 December 2026, the next possible day.',
  )
  expect(dayProblem('2026-12-05', new Date('2026-11-30T14:00:00Z'), weekdays, 'Europe/London')).toBe(
    'Saturday, 5 December 2026 is not a delivery day: choose Monday, 7 December 2026, the next possible day.',
  )
})

test('how long the first day holds is said as people say it', () => {
  const now = new Date('2026-11-30T09:00:00Z')
  const say = (rule: object) =>
    orderByInWords(now, { orderDays: [1, 2, 3, 4, 5], cutOff: '14:00', leadDays: 1, ...rule }, 'Europe/London')
  expect(say({})).toBe('Order by 14:00 for Tuesday')
  expect(say({ cutOff: '08:00' })).toBe('Order by 08:00 on Tuesday for Wednesday')
  expect(say({ cutOff: null })).toBe('Order today for Tuesday')
  expect(say({ leadDays: 6 })).toBe('Order by 14:00 for Tuesday, 8 December')
  expect(say({ orderDays: [4], cutOff: null, leadDays: 0 })).toBe('Order on Thursday for Thursday')
  expect(say({ orderDays: [1, 2, 3, 4, 5, 6, 7], cutOff: null, leadDays: 0 })).toBeNull()
})

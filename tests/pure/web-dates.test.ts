import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAgo, formatDate, formatDateTime, isDay, isTime, toInstant, toLocal } from '../../web/src/shared/dates.ts'

const zone = fc.constantFrom(
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
)
const minute = fc
  .integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2060, 0) / 60_000 })
  .map((at) => new Date(at * 60_000))

describe('a day and time in a time zone', () => {
  test('that an instant is shown as means that instant, or the first of two that are shown alike', () => {
    fc.assert(
      fc.property(minute, zone, (at, timeZone) => {
        const { date, time } = toLocal(at, timeZone)
        const { instant, note } = toInstant(date, time, timeZone)
        expect(note).not.toBe('skipped')
        expect(toLocal(instant, timeZone)).toEqual({ date, time })
        expect(instant.getTime()).toBeLessThanOrEqual(at.getTime())
        if (note === null) expect(instant).toEqual(at)
      }),
    )
  })

  test('that clocks leave out is moved to after the gap', () => {
    const { instant, note } = toInstant('2027-03-28', '01:30', 'Europe/London')
    expect({ instant: instant.toISOString(), note }).toEqual({ instant: '2027-03-28T01:30:00.000Z', note: 'skipped' })
    expect(toLocal(instant, 'Europe/London').time).toBe('02:30')
  })

  test('that comes twice is the first of them', () => {
    const { instant, note } = toInstant('2027-10-31', '01:30', 'Europe/London')
    expect({ instant: instant.toISOString(), note }).toEqual({ instant: '2027-10-31T00:30:00.000Z', note: 'repeated' })
  })

  test('differs with the season', () => {
    expect(toInstant('2027-01-05', '06:00', 'Europe/London').instant.toISOString()).toBe('2027-01-05T06:00:00.000Z')
    expect(toInstant('2027-07-05', '06:00', 'Europe/London').instant.toISOString()).toBe('2027-07-05T05:00:00.000Z')
  })
})

test('a day is one that exists', () => {
  expect(['2027-01-05', '2028-02-29'].every(isDay)).toBe(true)
  expect(['2027-02-29', '2027-13-01', '5 Jan 2027', '2027-1-5', ''].some(isDay)).toBe(false)
  expect(['00:00', '23:59'].every(isTime)).toBe(true)
  expect(['24:00', '6:00', '06:60', ''].some(isTime)).toBe(false)
})

test('dates are shown in the time zone', () => {
  expect(formatDate('2027-01-04T23:30:00Z', 'Asia/Kolkata')).toBe('5 Jan 2027')
  expect(formatDateTime('2027-07-05T05:00:00Z', 'Europe/London')).toBe('5 Jul 2027, 06:00')
})

test('how long ago something was is said in words', () => {
  const now = new Date('2027-01-05T12:00:00Z')
  expect(formatAgo('2027-01-05T11:59:40Z', now)).toBe('just now')
  expect(formatAgo('2027-01-05T11:57:00Z', now)).toBe('3 minutes ago')
  expect(formatAgo('2027-01-04T11:57:00Z', now)).toBe('yesterday')
  expect(formatAgo('2027-01-07T12:00:00Z', now)).toBe('in 2 days')
})

import { expect, test } from 'vitest'
import { isDay, isTime } from '../../server/src/shared/read-day.ts'
import { formatAgo, formatDate, formatDateTime } from '../../web/src/shared/dates.ts'
import { reasonIn } from '../../web/src/shared/price-reason.ts'

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

test('a reason has its time in the time zone', () => {
  expect(reasonIn('It starts on 2027-06-30 23:00 UTC.', 'Europe/London')).toBe('It starts on 1 Jul 2027, 00:00.')
  expect(reasonIn('Nothing comes before it.', 'Europe/London')).toBe('Nothing comes before it.')
})

test('how long ago something was is told in short, and by the day from a month on', () => {
  const now = new Date('2027-01-05T12:00:00Z')
  const ago = (instant: string) => formatAgo(instant, 'Europe/London', now)
  expect(ago('2027-01-05T11:59:40Z')).toBe('just now')
  expect(ago('2027-01-05T11:57:00Z')).toBe('3 min ago')
  expect(ago('2027-01-05T11:00:01Z')).toBe('59 min ago')
  expect(ago('2027-01-05T08:30:00Z')).toBe('3 h ago')
  expect(ago('2027-01-04T11:57:00Z')).toBe('1 d ago')
  expect(ago('2027-01-07T12:00:00Z')).toBe('in 2 d')
  expect(ago('2026-12-01T12:00:00Z')).toBe('1 Dec 2026')
})

import { expect, test } from 'vitest'
import { looksLikeDay, readDay, watchDayOrder } from '../../server/src/shared/read-day.ts'
import { addDays, dayOf, startOfDay } from '../../server/src/lib/local-time.ts'

const decided = (...texts: string[]) => {
  const watch = watchDayOrder()
  texts.forEach(watch.see)
  return watch.decided()
}

test.for([
  ['2027-01-05', '2027-01-05'],
  ['2027/1/5', '2027-01-05'],
  ['20270105', '2027-01-05'],
  ['2027-01-05 00:00:00', '2027-01-05'],
  ['5/1/2027', '2027-01-05'],
  ['05.01.27', '2027-01-05'],
  ['5 Jan 2027', '2027-01-05'],
  ['5-January-27', '2027-01-05'],
])('%s is a day as spreadsheets write it', ([text, day]) => {
  expect(looksLikeDay(text!)).toBe(true)
  expect(readDay(text!, 'day first')).toEqual({ value: day })
})

test.for(['30/02/2027', '2027-13-01', 'soon', '1/2', '5 Foo 2027', '2027-01-05 06:00'])('%s is no day', (text) => {
  expect(readDay(text, 'day first')).toEqual({ reason: expect.stringContaining('write it as 2027-01-05') })
})

test('which comes first, day or month, is told by a day that can be read in one way only', () => {
  expect(decided('01/02/2027', '01/31/2027')).toEqual({ order: 'month first', example: '01/31/2027' })
  expect(decided('01/02/2027', '31/01/2027')).toEqual({ order: 'day first', example: '31/01/2027' })
  expect(decided('01/02/2027', '2027-01-31')).toBe(undefined)
  expect(decided('01/31/2027', '31/01/2027')).toBe(null)
  expect(readDay('01/02/2027', 'month first')).toEqual({ value: '2027-01-02' })
})

test('without an order, only a day that could mean two is asked about', () => {
  expect(readDay('05/01/2027', null)).toEqual({
    reason: '"05/01/2027" could mean two dates: write it as 2027-01-05 or 2027-05-01',
  })
  expect(readDay('31/12/2027', null)).toEqual({ value: '2027-12-31' })
  expect(readDay('12/31/2027', null)).toEqual({ value: '2027-12-31' })
  expect(readDay('05.05.2027', null)).toEqual({ value: '2027-05-05' })
  expect(readDay(' 5 Jan 2027 ', null)).toEqual({ value: '2027-01-05' })
  expect(readDay('30/02/2027', null).reason).toContain('is not a date')
})

test('a day begins at its midnight where it is, also when clocks change and where there is no midnight', () => {
  expect(startOfDay('2027-03-28', 'Europe/London').toISOString()).toBe('2027-03-28T00:00:00.000Z')
  expect(startOfDay('2027-03-29', 'Europe/London').toISOString()).toBe('2027-03-28T23:00:00.000Z')
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z')
  expect(dayOf(new Date('2027-06-30T23:00:00.000Z'), 'Europe/London')).toBe('2027-07-01')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
})

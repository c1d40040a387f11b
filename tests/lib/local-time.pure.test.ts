import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localTime, readLocalTime } from '../../server/src/lib/local-time.ts'

const ZONES = ['UTC', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo']

test('a local time that the clocks skip is told, with the times before and after the gap', () => {
  expect(readLocalTime('Europe/London', '2027-03-28', '01:30')).toEqual({
    kind: 'skipped',
    choices: [
      { at: new Date('2027-03-28T00:30:00Z'), date: '2027-03-28', time: '00:30', offset: '+00:00' },
      { at: new Date('2027-03-28T01:30:00Z'), date: '2027-03-28', time: '02:30', offset: '+01:00' },
    ],
  })
})

test('a local time that the clocks show twice has both readings', () => {
  expect(readLocalTime('Europe/London', '2027-10-31', '01:30')).toEqual({
    kind: 'repeated',
    choices: [
      { at: new Date('2027-10-31T00:30:00Z'), date: '2027-10-31', time: '01:30', offset: '+01:00' },
      { at: new Date('2027-10-31T01:30:00Z'), date: '2027-10-31', time: '01:30', offset: '+00:00' },
    ],
  })
})

test('a local time of any moment means that moment, or is told to exist twice', () => {
  const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, (zone, date) => {
      const at = new Date(Math.floor(date.getTime() / 60_000) * 60_000)
      const local = localTime(zone, at)
      const read = readLocalTime(zone, local.date, local.time)
      expect('at' in read ? [read] : read.choices).toContainEqual(local)
      expect('at' in read || read.kind === 'repeated').toBe(true)
    }),
  )
})

test.each([
  ['2027-02-29', '06:00'],
  ['2027-01-05', '24:00'],
  ['5 January', '06:00'],
])('a local time of %s %s is none', (date, time) => {
  expect(() => readLocalTime('Europe/London', date, time)).toThrow(RangeError)
})

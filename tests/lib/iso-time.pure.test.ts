import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from '../../server/src/lib/local-time.ts'

test('a time of Postgres is written as JavaScript writes it, with however many digits it came', () => {
  const times = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(times, (time) => {
      const fromPostgres = time
        .toISOString()
        .replace('T', ' ')
        .replace(/\.?0*Z$/, '')
      expect(isoTime(fromPostgres.length < 19 ? fromPostgres.padEnd(19, '0') : fromPostgres)).toBe(time.toISOString())
    }),
  )
})

test.each([
  ['2026-12-04 00:00:00', '2026-12-04T00:00:00.000Z'],
  ['2026-12-04 10:00:30.5', '2026-12-04T10:00:30.500Z'],
  ['2026-12-04 10:00:30.12', '2026-12-04T10:00:30.120Z'],
  ['2026-12-04 10:00:30.123456', '2026-12-04T10:00:30.123Z'],
])('%s', (fromPostgres, written) => {
  expect(isoTime(fromPostgres)).toBe(written)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gtinKey, isGtin, readGtin } from '../../server/src/shared/gtin.ts'

test.each(['96385074', '036000291452', '0036000291452', '5012345678900', '15012345678907'])(
  '%s has a right check digit',
  (gtin) => {
    expect(isGtin(gtin)).toBe(true)
    expect(readGtin(gtin)).toEqual({ value: gtin })
  },
)

test('one digit that is wrong is noticed', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (at, more) => {
      const digits = [...'5012345678900']
      digits[at] = String((Number(digits[at]) + more) % 10)
      expect(isGtin(digits.join(''))).toBe(false)
    }),
  )
})

test('zeros in front and separators make no other number', () => {
  expect(gtinKey('036000291452')).toBe('00036000291452')
  expect(gtinKey('0 036000 291452')).toBe('00036000291452')
  expect(gtinKey('978-0-306-40615-7')).toBe('09780306406157')
  for (const other of ['1234567', '123456789012345', 'A5012345678900', '']) expect(gtinKey(other)).toBeNull()
})

test('a file may have lost the zero of a UPC; what else is not a GTIN is refused with a reason', () => {
  expect(readGtin('36000291452')).toEqual({ value: '036000291452' })
  expect(readGtin('978-0-306-40615-7')).toEqual({ value: '9780306406157' })
  expect(readGtin('5012345678901').reason).toContain("its last digit, which checks the others, doesn't fit")
  expect(readGtin('36000291453').reason).toContain('8, 12, 13 or 14 digits')
  expect(readGtin('6385074').reason).toContain('8, 12, 13 or 14 digits')
  expect(readGtin('5.01235E+12').reason).toContain('was shortened by a spreadsheet')
})

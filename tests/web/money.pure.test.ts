import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, moneyText, parseMoney, parsePercent } from '../../web/src/shared/money.ts'
import { percent } from '../../server/src/shared/read-price.ts'

const currency = fc.constantFrom('GBP', 'EUR', 'USD', 'JPY', 'KWD', 'SEK')
const minor = fc.integer({ min: 0, max: 100_000_000_000 })

test('an amount that is written into a field is read back as it was', () => {
  fc.assert(
    fc.property(
      minor,
      currency,
      (value, code) => void expect(parseMoney(moneyText(value, code), code, { max: Infinity })).toEqual({ value }),
    ),
  )
})

test('an amount that is shown is read back as it was, when it is pasted', () => {
  fc.assert(
    fc.property(
      minor,
      currency,
      (value, code) => void expect(parseMoney(formatMoney(value, code), code, { max: Infinity })).toEqual({ value }),
    ),
  )
})

test.each([
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1 234,5', 123_450],
  ['£1234.5', 123_450],
  ['1234', 123_400],
  ['.5', 50],
  ['0,05', 5],
  ['1,234,567', 123_456_700],
  ['1’234.50 GBP', 123_450],
])('an amount may be typed as %s', (text, value) => {
  expect(parseMoney(text, 'GBP')).toEqual({ value })
})

test.each([
  ['abc', '"abc" is not an amount.'],
  ['1.2.3', '"1.2.3" is not an amount.'],
  ['12,34,5', '"12,34,5" is not an amount.'],
  ['27.593', '"27.593" has three decimals, GBP has two.'],
  ['1,234', '"1,234" could be thousands or a fraction: write it with a decimal point, and without separators.'],
  ['-5', '"-5" is negative.'],
  ['£', 'Is blank.'],
  ['.', '"." is not an amount.'],
  ['1,23.4', '"1,23.4" is not an amount.'],
  ['5 EUR', '"5 EUR" is not in GBP.'],
])('an amount is not guessed from %s', (text, problem) => {
  expect(parseMoney(text, 'GBP').problem).toBe(`${problem} Write an amount such as 1234.50.`)
})

test('an amount has as many decimals as its currency', () => {
  expect(parseMoney('1,234', 'JPY')).toEqual({ value: 1234 })
  expect(parseMoney('1.234', 'KWD')).toEqual({ value: 1234 })
  expect(parseMoney('12.5', 'JPY').problem).toContain('JPY has none. Write an amount such as 1235.')
  expect(formatMoney(null, 'GBP')).toBe('–')
})

test('an amount that is higher than a price can be is told the limits, in the currency', () => {
  expect(parseMoney('10,000,000.00', 'GBP')).toEqual({ value: 1_000_000_000 })
  expect(parseMoney('10,000,000.01', 'GBP').problem).toBe('Write an amount from £0.00 to £10,000,000.00.')
  expect(parseMoney('1,000,000,001', 'JPY').problem).toBe('Write an amount from ¥0 to ¥1,000,000,000.')
})

test('an amount that is left empty is none', () => {
  expect(parseMoney('  ', 'GBP')).toEqual({ value: null })
  expect(moneyText(null, 'GBP')).toBe('')
})

test('a percentage is read back as it was written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      (value) => void expect(parsePercent(percent(value))).toEqual({ value }),
    ),
  )
})

test.each([
  ['12.5', 1250],
  ['12,5 %', 1250],
  ['100', 10_000],
  ['0.01', 1],
])('a percentage may be typed as %s', (text, value) => {
  expect(parsePercent(text)).toEqual({ value })
})

test('a percentage is within its limits, with two decimals at most', () => {
  expect(parsePercent('0').problem).toBe('"0" is not above 0 and up to 100. Write a percentage such as 12.5.')
  expect(parsePercent('100.01').problem).toContain('is not above 0 and up to 100')
  expect(parsePercent('-3', { min: -10_000 })).toEqual({ value: -300 })
  expect(parsePercent('1.234').problem).toContain('has three decimals, a percentage has two')
  expect(parsePercent('')).toEqual({ value: null })
})

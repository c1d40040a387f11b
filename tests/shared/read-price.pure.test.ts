import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMoney, readPrice } from '../../server/src/shared/read-price.ts'

const minorUnits = fc.integer({ min: 0, max: 1_000_000_000 })
const decimals = fc.constantFrom(0, 2, 3)
const space = fc.constantFrom('', ' ', '\u00A0', '\u202F')
const CURRENCIES: Record<number, string> = { 0: 'JPY', 2: 'GBP', 3: 'KWD' }
const read = (text: string, decimals: number) =>
  readMoney(text, { currency: CURRENCIES[decimals]!, currencyDecimals: decimals })

/** Minor units as people write them, without any binary fraction on the way. */
function written(amount: number, decimals: number, { point = '.', group = '' } = {}): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group)
  return fraction === '' ? grouped : `${grouped}${point}${fraction}`
}

test('any amount, written plainly, is read back exactly', () => {
  fc.assert(
    fc.property(minorUnits, decimals, space, (amount, decimals, space) => {
      const code = CURRENCIES[decimals]!
      expect(read(` ${code}${space}${written(amount, decimals)} `, decimals)).toEqual({ value: amount })
      expect(read(`${written(amount, decimals)}${space}${code}`, decimals)).toEqual({ value: amount })
    }),
  )
})

test('any amount in pounds is read back, whichever way thousands and decimals are separated', () => {
  const style = fc.constantFrom(
    { point: '.', group: ',' },
    { point: ',', group: '.' },
    { point: ',', group: ' ' },
    { point: ',', group: '\u202F' },
    { point: '.', group: "'" },
  )
  fc.assert(
    fc.property(minorUnits, style, (amount, style) => {
      expect(read(written(amount, 2, style), 2)).toEqual({ value: amount })
    }),
  )
})

test('trailing zeros change nothing, and any other digit that the currency cannot hold is refused', () => {
  fc.assert(
    fc.property(minorUnits, fc.constantFrom(2, 3), fc.integer({ min: 1, max: 999 }), (amount, decimals, more) => {
      expect(read(`${written(amount, decimals)}00`, decimals)).toEqual({ value: amount })
      expect(read(`${written(amount, decimals)}${more}`, decimals).reason).toMatch(/has \w+ decimals?, (GBP|KWD) has t/)
    }),
  )
})

test('whatever is written, the answer is a whole amount of 0 or more, or a reason', () => {
  const scribble = fc.string({ unit: fc.constantFrom(..."0123456789.,-+() £$eEA '’") })
  fc.assert(
    fc.property(fc.oneof(scribble, fc.string()), decimals, (text, decimals) => {
      const { value: amount = -1, reason = '' } = read(text, decimals)
      expect(Number.isSafeInteger(amount) && amount >= 0).toBe(reason === '')
    }),
    { numRuns: 2_000 },
  )
})

test.for([
  ['12.34', 2, 1234],
  ['1,234.50', 2, 123_450],
  ['1.234,50', 2, 123_450],
  ['12,5', 2, 1250],
  ['.5', 2, 50],
  ['0', 2, 0],
  ['0,500', 2, 50],
  ['1,234,567', 2, 123_456_700],
  ['12,34,567.00', 2, 123_456_700],
  ['12.340', 3, 12_340],
  ['12.3400', 2, 1234],
  ['12,-', 2, 1200],
  ['12.-', 2, 1200],
  ['12,--', 2, 1200],
  ['12.–', 2, 1200],
  ['£ 12,–', 2, 1200],
  ['12,- £', 2, 1200],
  ['1.250,-', 2, 125_000],
  ["1'250.-", 2, 125_000],
  ['12,-', 0, 12],
  ['12.345', 3, 12_345],
  ['GBP 5', 2, 500],
  ['１２．５０', 2, 1250],
  ['¥1,234', 0, 1234],
  ['1234.00', 0, 1234],
] as const)('%s with %i decimals is %i', ([text, decimals, amount]) => {
  expect(read(text, decimals)).toEqual({ value: amount })
})

test.for([
  ['', 'is blank'],
  ['  ', 'is blank'],
  ['-5', 'is negative'],
  ['(5.00)', 'is negative'],
  ['£-5.00', 'is negative'],
  ['5.00-', 'is negative'],
  ['-5,-', 'is negative'],
  ['12,5,-', 'is not an amount'],
  ['12.345', 'has three decimals, GBP has two'],
  ['5²', 'is not an amount'],
  ['٥', 'is not an amount'],
  ['1,234', 'could be thousands or a fraction'],
  ['1.250', 'could be thousands or a fraction'],
  ['25.000', 'could be thousands or a fraction'],
  ['1.2.3', 'is not an amount'],
  ['1,23.45', 'is not an amount'],
  ['12 34', 'is not an amount'],
  ['1.23E+11', 'is not an amount'],
  ['POA', 'is not an amount'],
  ['-', 'is not an amount'],
  ['5.', 'is not an amount'],
  ['99999999999999999', 'is too large'],
] as const)('"%s" is refused: %s', ([text, reason]) => {
  expect(read(text, 2).reason).toContain(reason)
})

test('without decimals, a point before three digits is refused rather than guessed', () => {
  expect(read('1.000', 0).reason).toContain('could be thousands')
  expect(read('1.5', 0).reason).toBe('"1.5" has one decimal, JPY has none')
})

test('a price that says another currency than that of the workspace is refused', () => {
  const pounds = { currency: 'GBP', currencyDecimals: 2 }
  expect(readPrice('£5', pounds)).toEqual({ value: 500 })
  expect(readPrice('5 GBP', pounds)).toEqual({ value: 500 })
  expect(readPrice('$5', pounds).reason).toBe('"$5" is not in GBP')
  expect(readPrice('5 EUR', pounds).reason).toBe('"5 EUR" is not in GBP')
  expect(readPrice('A$5', { currency: 'AUD', currencyDecimals: 2 })).toEqual({ value: 500 })
})

test('a price above the limit is refused before it is sent', () => {
  const yen = { currency: 'JPY', currencyDecimals: 0 }
  expect(readPrice('1000000000', yen)).toEqual({ value: 1_000_000_000 })
  expect(readPrice('1000000001', yen).reason).toContain('more than a price can be')
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidedInWords, decideMark, watchMarks } from '../../server/src/shared/read-table.ts'
import { readPrice } from '../../server/src/shared/read-price.ts'

const pounds = { currency: 'GBP', currencyDecimals: 2 }

test.for([
  ['1.234,50', ','],
  ['€ 12,5', ','],
  ['1.234.567', ','],
  ['0,125', ','],
  ['1 234,567', ','],
  ['1,234.50', '.'],
  ['12.50', '.'],
  ['(12.50)', '.'],
  ['12.5 %', '.'],
  ['1,234,567', '.'],
  ["1'234.5", '.'],
  ['12,-', ','],
  ['€ 12.–', '.'],
] as const)('%s proves the decimal mark %s', ([text, mark]) => {
  expect(decideMark(['1,234', '', text, '5'])).toEqual({ mark, example: text })
})

test.for(['1,234', '1.234', '1234', '1 234', '1e3', '1,23.45', 'A-1,5x', '2027-01-05', ''])(
  '%s proves nothing',
  (text) => {
    expect(decideMark([text])).toBe(null)
  },
)

test('proofs that contradict each other decide nothing, wherever they stand', () => {
  expect(decideMark(['12,50', '12.50', '12,50'])).toBe(null)
})

test('in a workbook, a lone point is a decimal point', () => {
  const watch = watchMarks({ isWorkbook: true })
  for (const text of ['27.593', '12,50']) watch.see(text)
  expect(watch.decided()).toBe(null)
})

test('in a workbook, a lone point before digits with a zero at their end is a text, and decides nothing', () => {
  const watch = watchMarks({ isWorkbook: true })
  for (const text of ['12.5', '1.250']) watch.see(text)
  expect(watch.decided()).toBe(null)
})

test('what is decided is told in words', () => {
  expect(decidedInWords({ mark: ',', example: '1.234,50' })).toBe('Read with a decimal comma: 1.234,50')
})

/** A whole amount is written without decimals. */
function written(amount: number, { point, group }: { point: string; group: string }): string {
  const whole = String(Math.floor(amount / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, group)
  return amount % 100 === 0 ? whole : `${whole}${point}${String(amount % 100).padStart(2, '0')}`
}

test('a column that is written in one way is read as it was meant, if it tells its mark', () => {
  const style = fc.constantFrom({ point: '.', group: ',' }, { point: ',', group: '.' })
  const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1 })
  fc.assert(
    fc.property(amounts, style, (amounts, style) => {
      const texts = amounts.map((amount) => written(amount, style))
      const decided = decideMark(texts)
      const isTold = texts.some((text) => text.includes(style.point) || /\D\d{3}\D/.test(text))
      expect(decided?.mark).toBe(isTold ? style.point : undefined)
      if (!decided) return
      const read = texts.map((text) => readPrice(text, { ...pounds, mark: decided.mark }))
      expect(read).toEqual(amounts.map((value) => ({ value })))
    }),
  )
})

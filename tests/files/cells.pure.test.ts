import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardFormula, guardTextCell, readGuarded } from '../../server/src/files/spreadsheets/cells.ts'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']
const BLANKS = ['', ' ', '\u00a0', '\u3000', '\u200b', '\ufeff', ' \u2060 ']

test('no text is exported so that a spreadsheet runs it, whatever form its sign has', () => {
  for (const sign of SIGNS) {
    for (const blank of BLANKS) expect(guardFormula(`${blank}${sign}cmd()`)).toBe(`'${blank}${sign}cmd()`)
  }
  for (const first of ['\t', '\r', '\n']) expect(guardFormula(`${first}cmd()`)).toBe(`'${first}cmd()`)
})

test('numbers and plain texts are exported as they are', () => {
  for (const text of ['-5', '+1,250.00', 'A-1', '5% = less', "'Nothing else", '', ' ', '– 2 weeks']) {
    expect(guardFormula(text)).toBe(text)
  }
})

test('an export is read back as what it was', () => {
  const unit = fc.constantFrom("'", ...SIGNS, ...BLANKS, '\t', '\r', '\n', '1', ',', 'a')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 6 }), (text) => {
      expect(readGuarded(guardFormula(text))).toBe(text)
      expect(readGuarded(guardTextCell(text))).toBe(text)
    }),
  )
})

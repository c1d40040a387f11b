import { expect, test } from 'vitest'
import { readPasted } from '../../web/src/console/price-changes/cells.ts'

test.each([
  ['1.10\r\n2.20\r\n', ['1.10', '2.20']],
  ['1,234.50\n2', ['1,234.50', '2']],
  ['1.10\nn/a\n3', ['1.10', 'n/a', '3']],
  ['7', ['7']],
  ['27.593\n1,234', ['27.593', '1,234']],
  ['£1 234,50\n12.5 %', ['£1 234,50', '12.5 %']],
])('%j are values for the rows from the active cell on', (text, values) => {
  expect(readPasted(text)).toEqual({ kind: 'values', values })
})

test.each([
  [
    'A-1\t1.10\nA-2\t2.20',
    [
      ['A-1', '1.10'],
      ['A-2', '2.20'],
    ],
  ],
  [
    'A-1, 1.10\nA-2',
    [
      ['A-1', '1.10'],
      ['A-2', null],
    ],
  ],
  [
    'A-1\nA-2',
    [
      ['A-1', null],
      ['A-2', null],
    ],
  ],
  ['SKU\tName\tNew price\tCurrent price\nA-1\tPlate\t9\t8', [['A-1', '9']]],
  ['Code;Price\nA-1;9,50', [['A-1', '9,50']]],
  ['Artikel\tPrice\nA-1\t9', [['A-1', '9']]],
  [
    'SKU-1\t9\nitem-2\t8',
    [
      ['SKU-1', '9'],
      ['item-2', '8'],
    ],
  ],
  ['Price\tSKU\n9\tA-1', [['A-1', '9']]],
  ['07101\t9\t\n\n', [['07101', '9']]],
  ['07101, 9.50', [['07101', '9.50']]],
])('%j are rows that name their products', (text, rows) => {
  expect(readPasted(text)).toEqual({ kind: 'skus', rows: rows.map(([sku, price]) => ({ sku, price })) })
})

test('a text with an open quote is not read, as it could swallow rows', () => {
  expect(readPasted('A-1\t"5 pipe\nA-2\t"8"')).toEqual({
    kind: 'unreadable',
    why: 'A quote is not closed in row 1.',
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchActions } from '../../web/src/shared/palette-action.ts'
import { parseSearch, stringifySearch, texts } from '../../web/src/shared/search-params.ts'
import { toSpreadsheetText } from '../../web/src/console/price-changes/cells.ts'
import { readTable } from '../../server/src/shared/read-table.ts'

const cellsOf = (text: string) => readTable(text).map(({ cells }) => cells)

const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', '\t', '\n', '\r\n', ',', ';', 'é') })

test('cells that are copied are pasted as they were', () => {
  const full = cell.map((text) => `x${text}x`)
  const rows = fc.array(fc.array(full, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(fc.property(rows, (cells) => void expect(cellsOf(toSpreadsheetText(cells))).toEqual(cells)))
})

test.each([
  [
    'tabs',
    'A-1\t2.50\r\nB-2\t"3,00"\r\n',
    [
      ['A-1', '2.50'],
      ['B-2', '3,00'],
    ],
  ],
  [
    'commas',
    'A-1,"1,234.50"\nB-2,3\n\n',
    [
      ['A-1', '1,234.50'],
      ['B-2', '3'],
    ],
  ],
  [
    'semicolons',
    'A-1;2,50\nB-2;3,00',
    [
      ['A-1', '2,50'],
      ['B-2', '3,00'],
    ],
  ],
  ['line ends within a cell', 'A-1\t"two\nlines and a ""quote"""', [['A-1', 'two\nlines and a "quote"']]],
  ['semicolons, and decimal commas in the first line', 'A-1;2,50', [['A-1', '2,50']]],
  ['tabs, and commas within', 'Plate, white\t2.50', [['Plate, white', '2.50']]],
  ['an empty first cell', '\t2,50', [['', '2,50']]],
  ['empty cells', 'A-1\t\t5', [['A-1', '', '5']]],
  ['nothing', ' \n', []],
])('text with %s is read into cells', (_name, text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})

test('the query of an address is read back as it was written', () => {
  const search = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(search, (given) => {
      const kept = Object.fromEntries(Object.entries(given).filter(([name]) => name !== '__proto__'))
      expect(parseSearch(stringifySearch(kept))).toEqual(kept)
    }),
  )
  expect(stringifySearch({ q: 'blue mug', page: undefined, brand: '' })).toBe('?q=blue+mug')
  expect(texts('q', 'page')({ q: 'mug', page: 2, other: 'x' })).toEqual({ q: 'mug', page: '2' })
})

test('the palette puts the label that was typed first', () => {
  const actions = ['Discard price change', 'Price changes', 'Products', 'Explain a price'].map((label) => ({ label }))
  const labels = (text: string) => matchActions(actions, text).map(({ label }) => label)
  expect(labels('price changes')).toEqual(['Price changes'])
  expect(labels('pri')).toEqual(['Price changes', 'Discard price change', 'Explain a price'])
  expect(labels('nothing')).toEqual([])
  expect(labels('')).toHaveLength(4)
})

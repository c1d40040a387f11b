import { expect, test } from 'vitest'
import { applyChoice, columnsText, moved, parseColumns } from '../../web/src/console/lists/column-choice.ts'

const COLUMNS = ['sku', 'name', 'brand', 'edit'].map((key) => ({
  key,
  header: key,
  cell: () => key,
  ...(key === 'brand' && { from: 'md' as const }),
  ...(key === 'edit' && { isHeaderHidden: true }),
}))
const KEYS = ['sku', 'name', 'brand']

test('a choice of columns is read as it was written', () => {
  const chosen = [{ key: 'brand', width: 240 }, { key: 'sku' }]
  expect(columnsText(chosen)).toBe('brand~240,sku')
  expect(parseColumns('brand~240,sku', KEYS)).toEqual(chosen)
})

test('what is no column or no width is left out, and nothing is there twice', () => {
  expect(parseColumns('margin,name~wide,name~90,sku~5,,__proto__', KEYS)).toEqual([{ key: 'name' }, { key: 'sku' }])
  expect(parseColumns('', KEYS)).toEqual([])
})

test('chosen columns are shown in their order, on narrow screens too, before the buttons', () => {
  const shown = applyChoice(COLUMNS, [{ key: 'brand', width: 240 }, { key: 'sku' }])
  expect(shown.map(({ key }) => key)).toEqual(['brand', 'sku', 'edit'])
  expect(shown[0]).toMatchObject({ width: 240 })
  expect(shown[0]).not.toHaveProperty('from')
})

test('a column moves by so many places, and not past the ends', () => {
  const chosen = KEYS.map((key) => ({ key }))
  const keys = (key: string, by: number) => moved(chosen, key, by).map((one) => one.key)
  expect(keys('name', 1)).toEqual(['sku', 'brand', 'name'])
  expect(keys('sku', -1)).toEqual(KEYS)
  expect(keys('brand', 1)).toEqual(KEYS)
  expect(keys('brand', -2)).toEqual(['brand', 'sku', 'name'])
})

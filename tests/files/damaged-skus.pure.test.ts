import { expect, test } from 'vitest'
import { watchForDamagedSkus } from '../../server/src/files/import/kinds/damaged-skus.ts'

function warnings(skus: string[]): string[] {
  const watch = watchForDamagedSkus()
  skus.forEach((sku, i) => watch.see(sku, i + 2))
  return watch.warnings()
}

test('numbers that a spreadsheet has shortened are told', () => {
  expect(warnings(['1.23E+11', 'A1', '4,5e+09'])).toEqual([
    '2 rows have a SKU that a spreadsheet has shortened: 1.23E+11 (row 2), 4,5e+09 (row 4).',
  ])
})

test('codes that only look a little like it are left alone', () => {
  expect(warnings(['1E5', '5E12B', 'E+11', '85123A', 'POST'])).toEqual([])
})

test('numbers shorter than those with leading zeros are told', () => {
  expect(warnings(['00123', '00124', '125', 'KT-1'])).toEqual([
    '1 row has a SKU of fewer than 5 digits, which may have lost leading zeros: 125 (row 4).',
  ])
})

test('numbers shorter than nearly all others are told', () => {
  expect(warnings(['5012345678900', '5012345678917', '5012345678924', '12345678905'])[0]).toContain(
    'fewer than 13 digits, which may have lost leading zeros: 12345678905 (row 5)',
  )
})

test('numbers of one length, and of no usual length, are left alone', () => {
  expect(warnings(['10001', '10002', '10003'])).toEqual([])
  expect(warnings(['1', '22', '333', '4444'])).toEqual([])
})

import { expect, test } from 'vitest'
import { SENT_PRODUCT_FIELDS, STAFF_PRODUCT_FIELDS } from '../../server/src/imports/kinds/product-columns.ts'
import { completeMapping } from '../../server/src/spreadsheets/map-columns.ts'
import type { AskedMapping } from '../../server/src/spreadsheets/map-columns.ts'

type Asked = AskedMapping

const NOTHING = { columns: new Map(), constants: new Map(), ignored: new Set<number>() }

function map(
  header: readonly string[],
  { columns = new Map(), constants = new Map(), ignored = new Set() }: Partial<Asked> = {},
) {
  return completeMapping(SENT_PRODUCT_FIELDS, header, { columns, constants, ignored })
}

function fieldsOf(header: string[]) {
  return Object.fromEntries([...map(header).mapping.columns].map(([field, column]) => [field, header[column]]))
}

test.for([
  [['SKU', 'Name', 'Price', 'Unit'], { sku: 'SKU', name: 'Name', listPrice: 'Price', unitLabel: 'Unit' }],
  [
    ['Stock Code', 'DESCRIPTION', 'unit_price', 'UOM'],
    { sku: 'Stock Code', name: 'DESCRIPTION', listPrice: 'unit_price', unitLabel: 'UOM' },
  ],
  [
    ['Item code', 'Product name', 'RRP (£)', 'Unit of sale', 'Description', 'MPN', 'Brand', 'Category'],
    {
      sku: 'Item code',
      name: 'Product name',
      listPrice: 'RRP (£)',
      unitLabel: 'Unit of sale',
      description: 'Description',
      manufacturerRef: 'MPN',
      brand: 'Brand',
      category: 'Category',
    },
  ],
] as const)('the usual header names %j are known', ([header, fields]) => {
  expect(fieldsOf([...header])).toEqual(fields)
})

test('of two columns that could be the price, the likelier one is', () => {
  expect(fieldsOf(['RRP', 'SKU', 'Name', 'Unit price', 'Unit']).listPrice).toBe('Unit price')
})

test('what is asked for goes before what would be guessed, and the rest goes into details', () => {
  const header = ['SKU', 'Code', 'Name', 'Price', 'Unit', 'Colour', 'Internal']
  const { mapping } = map(header, {
    columns: new Map([['sku', 1]]),
    constants: new Map([['unitLabel', 'box of 6']]),
    ignored: new Set([6]),
  })
  expect(mapping.columns.get('sku')).toBe(1)
  expect(mapping.constants.get('unitLabel')).toBe('box of 6')
  expect(mapping.details.map((at) => header[at])).toEqual(['SKU', 'Unit', 'Colour'])
  expect(mapping.ignored.map((at) => header[at])).toEqual(['Internal'])
})

test('columns without a name, and those that a rejects file adds, are left out', () => {
  const header = ['SKU', 'Name', 'Price', 'Unit', '', 'Rejected line', 'Rejected because']
  expect(map(header).mapping.ignored).toEqual([4, 5, 6])
})

test.for(['Minimum order quantity', 'MOQ', 'min. order qty', 'Minimum quantity', 'ACTIVE'])(
  'a call leaves %j out, which only staff set: it is no detail',
  (name) => {
    const header = ['SKU', name, 'Colour']
    const { mapping } = map(header)
    expect(mapping.ignored.map((at) => header[at])).toEqual([name])
    expect(mapping.details.map((at) => header[at])).toEqual(['Colour'])
    expect(map(header, { columns: new Map([['brand', 1]]) }).mapping.columns.get('brand')).toBe(1)
    expect(completeMapping(STAFF_PRODUCT_FIELDS, header, NOTHING).mapping.columns.size).toBe(2)
  },
)

test('a required field without a column, and columns that cannot be details, are told', () => {
  const header = ['Colour', 'Name', 'Price', 'Size', 'Size', 'x'.repeat(61)]
  const { missing, unusable } = map(header)
  expect(missing).toEqual(['sku'])
  expect(unusable).toEqual([
    { column: 4, reason: 'repeated' },
    { column: 5, reason: 'long' },
  ])
  expect(map(header, { ignored: new Set([4, 5]) }).unusable).toEqual([])
})

import { expect, test } from 'vitest'
import { detailsOf, guessHeader, guessUses, problemsOf } from '../../server/src/files/import/columns.ts'
import { PRODUCT_COLUMNS } from '../../server/src/files/import/kinds/products.ts'

type Asked = { columns?: Record<string, number>; constants?: Record<string, string>; ignored?: number[] }

/** As a file by the API, or one of staff. */
function map(
  header: string[],
  { columns = {}, constants = {}, ignored = [] }: Asked = {},
  by: 'api' | 'staff' = 'api',
  rows: string[][] = [],
) {
  const kind = { columns: PRODUCT_COLUMNS, otherColumns: 'details' } as const
  const asked = new Map([
    ...Object.entries(columns).map(([field, column]) => [column, field] as const),
    ...ignored.map((column) => [column, 'ignore'] as const),
  ])
  const isSent = by === 'api' && { isSent: true as const }
  const { uses } = guessUses(
    kind,
    header,
    rows.map((cells) => ({ cells })),
    { uses: asked, constants: Object.keys(constants), ...isSent },
  )
  const reading = { header, uses, constants }
  const details = detailsOf(reading).map((at) => header[at])
  const fields = Object.fromEntries(uses.flatMap((use, at) => (use in PRODUCT_COLUMNS ? [[use, header[at]]] : [])))
  return {
    fields,
    details,
    problems: problemsOf(kind, reading),
    ignored: header.filter((_, at) => uses[at] === 'ignore'),
  }
}

function fieldsOf(header: string[]) {
  return map(header).fields
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
  expect(fieldsOf(['RRP', 'SKU', 'Name', 'Unit price', 'Unit'])['listPrice']).toBe('Unit price')
})

test('what is asked for goes before what would be guessed, and the rest goes into details', () => {
  const header = ['SKU', 'Code', 'Name', 'Price', 'Unit', 'Colour', 'Internal']
  const { fields, details, ignored } = map(header, {
    columns: { sku: 1 },
    constants: { unitLabel: 'box of 6' },
    ignored: [6],
  })
  expect(fields).toEqual({ sku: 'Code', name: 'Name', listPrice: 'Price' })
  expect(details).toEqual(['SKU', 'Unit', 'Colour'])
  expect(ignored).toEqual(['Internal'])
})

test('columns without a name, and those that a rejects file adds, are left out', () => {
  const header = ['SKU', 'Name', 'Price', 'Unit', '', 'Rejected line', 'Rejected because']
  expect(map(header).ignored).toEqual(header.slice(4))
})

test.for(['Minimum order quantity', 'MOQ', 'min. order qty', 'Minimum quantity', 'ACTIVE'])(
  'a call leaves %j out, which only staff set: it is no detail',
  (name) => {
    const header = ['SKU', name, 'Colour']
    const { details, ignored } = map(header)
    expect(ignored).toEqual([name])
    expect(details).toEqual(['Colour'])
    expect(map(header, { columns: { brand: 1 } }).fields['brand']).toBe(name)
    expect(Object.keys(map(header, {}, 'staff').fields)).toHaveLength(2)
  },
)

test('a required field without a column, and columns that cannot be details, are told', () => {
  const header = ['Colour', 'Name', 'Price', 'Size', 'Size', 'x'.repeat(61)]
  expect(map(header).problems).toEqual([
    'No column is used as SKU: choose one.',
    'Two columns are named "Size": leave one of them out.',
    `The name of the column "${'x'.repeat(40)}…" is too long for a detail: leave the column out.`,
  ])
  expect(map(header, { ignored: [4, 5] }).problems).toEqual(['No column is used as SKU: choose one.'])
})

const MESSY = {
  header: ['Our Ref', 'Item', 'Trade (ex VAT)', 'Pack', 'In stock?', 'Bars', 'Cost'],
  rows: [
    ['HS-1', 'Pint glass', '£1.20', 'each', 'Y', '5012345678900', '0.60'],
    ['HS-2', 'Cake stand, large', '£14.50', 'box of 6', 'n', '4006381333931', '7.00'],
  ],
}

test('staff are shown a guess by hints of headers and by values; a call of the API is read by its names alone', () => {
  const { header, rows } = MESSY
  expect(map(header, {}, 'staff', rows).fields).toEqual({
    sku: 'Our Ref',
    name: 'Item',
    listPrice: 'Trade (ex VAT)',
    unitLabel: 'Pack',
    availability: 'In stock?',
    gtin: 'Bars',
  })
  expect(map(header, {}, 'api', rows).fields).toEqual({ listPrice: 'Trade (ex VAT)' })
})

test.for([
  ['SKU', 'Price 2026', 'Price 2027', 'which of two prices counts'],
  ['SKU', 'Old price (was)', 'Net weight', 'a price of before, or words for a price'],
])('staff are asked about %j, %j and %j: nobody can tell %s', ([sku, a, b]) => {
  const rows = [['HS-1', '1.20', b === 'Net weight' ? 'two kilos' : '1.30']]
  expect(map([sku!, a!, b!], {}, 'staff', rows).fields).toEqual({ sku })
})

test('a description is the name of a product where a list has prices, and no other name', () => {
  const rows = [['A1', 'Plate', '1.00']]
  expect(map(['SKU', 'Description', 'Price'], {}, 'staff', rows).fields).toMatchObject({ name: 'Description' })
  expect(map(['SKU', 'Description', 'Colour'], {}, 'staff', rows).fields).toMatchObject({ description: 'Description' })
})

test.for([
  [
    [
      ['Harbour Supplies', '', ''],
      ['Our ref', 'Goods', 'Colour'],
      ['A1', 'Plate', 'Blue'],
    ],
    2,
  ],
  [[['Title'], ['', ''], ['SKU', 'Name', 'Price'], ['A1', 'Plate', '1.00']], 3],
  [
    [
      ['A1', 'Plate', '1.00'],
      ['A2', 'Bowl', '2.00'],
    ],
    1,
  ],
] as const)('the header of %j is in line %i', ([cells, line]) => {
  const rows = cells.map((row, i) => ({ cells: row, line: i + 1 }))
  expect(guessHeader([{ columns: PRODUCT_COLUMNS } as any], rows)).toBe(line)
})

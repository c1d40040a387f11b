import { expect, test } from 'vitest'
import { detailsOf, guessUses, problemsOf } from '../../server/src/files/import/columns.ts'
import { PRODUCT_COLUMNS } from '../../server/src/files/import/kinds/products.ts'

type Asked = { columns?: Record<string, number>; constants?: Record<string, string>; ignored?: number[] }

/** As a file by the API, or one of staff. */
function map(
  header: string[],
  { columns = {}, constants = {}, ignored = [] }: Asked = {},
  by: 'api' | 'staff' = 'api',
) {
  const kind = { columns: PRODUCT_COLUMNS, otherColumns: 'details' } as const
  const asked = new Map([
    ...Object.entries(columns).map(([field, column]) => [column, field] as const),
    ...ignored.map((column) => [column, 'ignore'] as const),
  ])
  const isSent = by === 'api' && { isSent: true as const }
  const { uses } = guessUses(kind, header, [], { uses: asked, constants: Object.keys(constants), ...isSent })
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

import { expect, test } from 'vitest'
import { mapColumns } from '../../server/src/spreadsheets/map-columns.ts'

const NOTHING = { map: [], set: [], ignore: [] }

function fieldsOf(header: string[], options: Partial<typeof NOTHING> & Record<string, string[]> = {}) {
  const { columns } = mapColumns(header, { ...NOTHING, ...options })
  return Object.fromEntries([...columns].map(([field, column]) => [field, header[column]]))
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
  const options = { map: ['sku = code'], set: ['unitLabel=box of 6'], ignore: ['Internal'] }
  const mapping = mapColumns(header, options)
  expect(mapping.columns.get('sku')).toBe(1)
  expect(mapping.constants.get('unitLabel')).toBe('box of 6')
  expect(mapping.details.map((at) => header[at])).toEqual(['SKU', 'Unit', 'Colour'])
  expect(mapping.ignored.map((at) => header[at])).toEqual(['Internal'])
})

test('columns without a name, and those that a rejects file adds, are left out', () => {
  const header = ['SKU', 'Name', 'Price', 'Unit', '', 'Rejected line', 'Rejected because']
  expect(mapColumns(header, NOTHING).ignored).toEqual([4, 5, 6])
})

test.for([
  [{ map: ['sku=Kode'] }, 'no column "Kode"; it has SKU, Name, Price, Unit, Colour'],
  [{ map: ['colour=Colour'] }, 'there is no field "colour"'],
  [{ map: ['details=Colour'] }, 'there is no field "details"'],
  [{ map: ['sku'] }, 'FIELD=COLUMN'],
  [{ map: ['sku=SKU', 'sku=Name'] }, 'sku twice'],
  [{ map: ['brand=Colour', 'category=Colour'] }, 'the column "Colour" to both brand and category'],
  [{ map: ['brand=Colour'], set: ['brand=Denby'] }, 'both --map and --set'],
  [{ map: ['brand=Colour'], ignore: ['Colour'] }, 'both --map and --ignore'],
  [{ set: ['sku=1'] }, 'the same sku'],
  [{ set: ['unitLabel'] }, 'FIELD=VALUE'],
  [{ set: ['unitLabel=a', 'unitLabel=b'] }, 'unitLabel twice'],
  [{ ignore: ['Kolour'] }, 'no column "Kolour"'],
  [{ ignore: ['Unit'] }, 'No column found for unitLabel: name one, for example --set unitLabel=each'],
] as const)('%j is refused in one line: %s', ([options, message]) => {
  const header = ['SKU', 'Name', 'Price', 'Unit', 'Colour']
  expect(() => mapColumns(header, { ...NOTHING, ...options })).toThrow(message)
})

test('two leftover columns of one name, or one too long for the details, are refused until ignored', () => {
  const required = ['SKU', 'Name', 'Price', 'Unit']
  expect(() => mapColumns([...required, 'Size', 'Size'], NOTHING)).toThrow('Two columns are named "Size"')
  const long = 'x'.repeat(61)
  expect(() => mapColumns([...required, long], NOTHING)).toThrow('more than 60 characters')
  expect(mapColumns([...required, long], { ...NOTHING, ignore: [long] }).details).toEqual([])
})

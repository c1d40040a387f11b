import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import { allProducts, drafts, useImport } from './run-import.ts'

const service = useService()
const { run, write } = useImport(service)

const HEADER = 'SKU,Name,Price,Unit\n'

test('a file with usual headers goes in as it is, leftover columns as details', async () => {
  const workspace = await service.workspace()
  const content =
    'SKU,Name,Unit price,Unit,Brand,Category,MPN,Description,Availability,Lead time,Colour,Size\n' +
    'DEN-1042, Azure plate ,£25.50,each,Denby,Tableware,D-1042,"Stoneware, 26 cm",In stock,2 days,Azure,\n'
  const { said, ...result } = await run(workspace, { content })
  expect(result).toMatchObject({ rows: 1, products: 1, created: 1, updated: 0, rejected: 0, rejectsFile: null })
  expect(result.mapping.details).toEqual(['Colour', 'Size'])
  expect(said).toContain('  listPrice       from the column "Unit price"')

  const [{ id }] = await allProducts(workspace)
  const { body } = await workspace.get(`/products/${id}`)
  expect(body.data).toMatchObject({
    sku: 'DEN-1042',
    name: 'Azure plate',
    unitLabel: 'each',
    brand: 'Denby',
    category: 'Tableware',
    manufacturerRef: 'D-1042',
    description: 'Stoneware, 26 cm',
    availability: 'in_stock',
    leadTimeNote: '2 days',
    details: { Colour: 'Azure' },
    price: { list: 2550 },
  })
})

test.for([
  ['GBP', '1234.50', 123_450],
  ['JPY', '1234', 1234],
  ['KWD', '1.234', 1234],
] as const)('prices in %s go in by its decimals', async ([currency, price, amount]) => {
  const workspace = await service.workspace({ currency })
  await run(workspace, { content: `${HEADER}A,Plate,${price},each\n` })
  expect(await allProducts(workspace)).toMatchObject([{ price: { list: amount } }])
})

test.for([
  ['semicolons', 'SKU;Name;Price;Unit\nA;Plate, blue;2,50;each\n'],
  ['tabs', 'SKU\tName\tPrice\tUnit\nA\tPlate, blue\t2.50\teach\n'],
  ['a byte-order mark', '\uFEFFSKU,Name,Price,Unit\r\nA,"Plate, blue",2.50,each\r\n'],
] as const)('a file with %s is read', async ([, content]) => {
  const workspace = await service.workspace()
  await run(workspace, { content })
  expect(await allProducts(workspace)).toMatchObject([{ sku: 'A', name: 'Plate, blue', price: { list: 250 } }])
})

/** 250 products, every other one at this price. */
function halfAt(price: number): string {
  return HEADER + Array.from({ length: 250 }, (_, i) => `S${i},Product ${i},${i % 2 ? price : 1},each\n`).join('')
}

test('more rows than fit in a call go in by hundreds, all price changes in one draft, and again with the same end', async () => {
  const workspace = await service.workspace()
  expect(await run(workspace, { content: halfAt(2) })).toMatchObject({
    created: 250,
    priceChanges: 0,
    priceChangeId: null,
  })

  const second = await run(workspace, { content: halfAt(3) })
  expect(second).toMatchObject({ created: 0, updated: 250, priceChanges: 125, priceChangeId: expect.any(String) })
  expect(second.said).toContain(`New prices go into the draft price change ${second.priceChangeId}.`)
  const draft = (await drafts(workspace))[second.priceChangeId!]!
  expect(Object.keys(await drafts(workspace))).toEqual([second.priceChangeId])
  expect(Object.keys(draft)).toHaveLength(125)
  expect(new Set(Object.values(draft))).toEqual(new Set([300]))

  const again = await run(workspace, { content: halfAt(3), priceChange: second.priceChangeId! })
  expect(again.priceChangeId).toBe(second.priceChangeId)
  expect(await drafts(workspace)).toEqual({ [second.priceChangeId!]: draft })
  expect(await allProducts(workspace)).toHaveLength(250)
})

test('a run that broke off ends, run again, as if it had not', async () => {
  const workspace = await service.workspace()
  const file = write(HEADER + Array.from({ length: 250 }, (_, i) => `S${i},Product ${i},1,each\n`).join(''))
  let calls = 0
  const fetch = async (request: Request) => {
    if (++calls === 3) throw new TypeError('fetch failed')
    return calls > 3
      ? new Response('{"error":{"code":"unauthorized","message":"Revoked."}}', { status: 401 })
      : globalThis.fetch(request)
  }
  const broken = run(workspace, { file, fetch, sleep: async () => {} })
  await expect(broken).rejects.toThrow('Revoked. Stopped after 100 products; import the file again to resume.')
  expect(await run(workspace, { file })).toMatchObject({ created: 150, updated: 100 })
  expect(await allProducts(workspace)).toHaveLength(250)
})

const REPEATED = `${HEADER}a1,First,1,each\nB2,Other,1,each\nA1,Second,2,each\nA1,,3,each\n`

test('SKUs that differ only in case stop the import before anything is sent', async () => {
  const workspace = await service.workspace()
  await expect(run(workspace, { content: REPEATED })).rejects.toThrow('"A1" (lines 2 and 4)')
  expect(await allProducts(workspace)).toEqual([])
})

test.for([
  ['first', 'First', 100],
  ['last', 'Second', 200],
] as const)(
  'of rows with one SKU, the %s good one counts, and a bad one is rejected',
  async ([onDuplicate, name, price]) => {
    const workspace = await service.workspace()
    const result = await run(workspace, { content: REPEATED, onDuplicate })
    expect(result).toMatchObject({ rows: 4, products: 2, created: 2, duplicates: 1, rejected: 1 })
    const product = (await allProducts(workspace)).find(({ sku }) => sku.toLowerCase() === 'a1')
    expect(product).toMatchObject({ name, price: { list: price } })
  },
)

test('a dry run shows what would happen, warns of damaged SKUs, and sends nothing', async () => {
  const workspace = await service.workspace()
  const content =
    'SKU,Name,Price,Unit,Colour,Note\n00123,Plate,1,each,,\n124,Cup,1,each,,\n1.23E+11,Jug,1,each,,\nX,,1,each,,\n'
  const { said, ...result } = await run(workspace, { content, dryRun: true, ignore: ['Note'] })
  expect(result).toMatchObject({ dryRun: true, rows: 4, products: 3, created: 0, rejected: 1, rejectsFile: null })
  expect(result.warnings).toHaveLength(2)
  expect(said).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Warning: 1 row has a SKU of fewer than 5 digits'),
      expect.stringContaining('Warning: 1 row has a SKU that a spreadsheet has shortened: 1.23E+11 (line 4)'),
      'Other columns, kept in details: "Colour".',
      'Ignored columns: "Note".',
      '  line 5: name is blank',
    ]),
  )
  expect(await allProducts(workspace)).toEqual([])
})

test('constants fill a field in every row, and a price can be one', async () => {
  const workspace = await service.workspace()
  await run(workspace, { content: 'SKU,Name\nA,Sample\n', set: ['unitLabel=each', 'listPrice=0.00', 'brand=Denby'] })
  expect(await allProducts(workspace)).toMatchObject([
    { unitLabel: 'each', price: { list: 0 }, brandId: expect.any(String) },
  ])
})

test('customers of onlyFor that are not known are told', async () => {
  const workspace = await service.workspace()
  const content = `SKU,Name,Price,Unit,Only for\nA,Plate,1,each,NOBODY|buyer@example.com ; nobody\nB,Cup,1,each,\n`
  const { unknownCustomers } = await run(workspace, { content })
  expect(unknownCustomers).toEqual(['NOBODY', 'buyer@example.com', 'nobody'])
  const products = await allProducts(workspace)
  expect(products.map(({ sku, visibility }) => [sku, visibility])).toEqual([
    ['B', 'all'],
    ['A', 'selected'],
  ])
})

test('details that are blank in every column are cleared, and kept where the file has none', async () => {
  const workspace = await service.workspace()
  await run(workspace, { content: 'SKU,Name,Price,Unit,Colour\nA,Plate,1,each,Blue\n' })
  await run(workspace, { content: `${HEADER}A,Plate,1,each\n` })
  expect(await allProducts(workspace)).toMatchObject([{ details: { Colour: 'Blue' } }])
  await run(workspace, { content: 'SKU,Name,Price,Unit,Colour\nA,Plate,1,each,\n' })
  expect(await allProducts(workspace)).toMatchObject([{ details: {} }])
})

test('a file of nothing but a header goes in, as nothing', async () => {
  expect(await run(await service.workspace(), { content: HEADER })).toMatchObject({ rows: 0, products: 0, rejected: 0 })
})

test('a key that may not write stops the import in one line', async () => {
  const workspace = await service.workspace({ scope: 'read' })
  await expect(run(workspace, { content: `${HEADER}A,Plate,1,each\n` })).rejects.toThrow('This key can only read.')
  await expect(run({ key: 'tck_x' }, { content: HEADER })).rejects.toThrow('not known')
})

test('a price change that is no draft stops the import in one line', async () => {
  const content = `${HEADER}A,Plate,1,each\n`
  const priceChange = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'
  await expect(run(await service.workspace(), { content, priceChange })).rejects.toThrow('There is no price change')
})

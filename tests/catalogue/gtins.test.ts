import { expect, test } from 'vitest'
import { givenLineReader, inWords } from '../given/line-reader.ts'
import { importingStaff } from '../given/import.ts'
import { expectDone, item, read, send, skus } from '../given/given.ts'
import { useService } from '../given/service.ts'

const service = useService()

const UPC = '036000291452'
const EAN = '5012345678900'

test('a GTIN is stored as it is sent, kept where it is left out, and cleared by null', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ gtin: UPC })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ gtin: UPC })
  await send(workspace, [item()])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ gtin: UPC })
  await send(workspace, [item({ gtin: null })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ gtin: null })
})

test.each([['5012345678901'], ['501234567891'], ['ABC'], ['5 012345 678900'], [5012345678900]])(
  '%s is refused as a GTIN',
  async (gtin) => {
    const workspace = await service.workspace()
    const { status, body } = await workspace.put('/products', { products: [item({ gtin })] })
    expect([status, body.error.issues[0].path]).toEqual([400, 'products.0.gtin'])
  },
)

test('a search finds a GTIN in each of its spellings, behind the same SKU and before the same reference', async () => {
  const workspace = await service.workspace()
  await send(workspace, [
    item({ sku: 'A', name: 'Reference', manufacturerRef: UPC }),
    item({ sku: 'B', name: 'Bar code', gtin: UPC }),
    item({ sku: 'C', name: 'Same bar code', gtin: `0${UPC}` }),
    item({ sku: UPC, name: 'SKU' }),
    item({ sku: 'D', name: 'Other', gtin: EAN }),
  ])
  const found = (q: string) => skus(workspace, `q=${encodeURIComponent(q)}`)
  expect(await found(UPC)).toEqual([UPC, 'B', 'C', 'A'])
  expect(await found(`00${UPC}`)).toEqual(['B', 'C'])
  expect(await found('0 36000 29145 2')).toEqual(['B', 'C'])
  expect(await found('5-012345-678900')).toEqual(['D'])
  expect(await skus(workspace, `q=${UPC}&limit=2&offset=1`)).toEqual(['B', 'C'])
})

test('a buyer orders by GTIN; one that two products have is asked about', async () => {
  const { read: lines } = await givenLineReader(service, [
    { sku: 'MUG', gtin: UPC },
    { sku: 'PLATE', gtin: EAN },
    { sku: 'CASE', gtin: `0${EAN}` },
    { sku: 'BOWL', manufacturerRef: UPC },
  ])
  expect(inWords(await lines(`${UPC}\t4\n0${UPC}\t1`))).toBe('1: 5 of MUG')
  const [{ problem, choices }] = (await lines(`${EAN}\t4`)).lines
  expect([problem.field, choices.map(({ sku }: { sku: string }) => sku).toSorted()]).toEqual(['sku', ['CASE', 'PLATE']])
})

test('a file has GTINs under usual headers, and its rows say why one is refused', async () => {
  const { workspace, upload, act, staff } = await importingStaff(service)
  const header = 'SKU,Name,Price,Unit,Barcode'
  const rows = ['A,Mug,1.00,each,36000291452', 'B,Cup,1.00,each,5012345678901', 'C,Jug,1.00,each,5.01235E+12']
  const { id, fields } = await upload('bar-codes.csv', [header, ...rows].join('\n'))
  expect(fields).toContainEqual(expect.objectContaining({ field: 'gtin', label: 'GTIN' }))
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({ created: 1, rejected: 2 })
  expect(JSON.stringify(check.rejects)).toContain('shortened by a spreadsheet')
  await act(id, 'start')
  expect(await read(workspace, 'A')).toMatchObject({ gtin: UPC })
  expect((await staff.get('/products/export?format=csv')).body).toContain(UPC)
})

test('staff edit the GTIN of a product', async () => {
  const { workspace, staff } = await importingStaff(service)
  await send(workspace, [item()])
  const { id } = await read(workspace, 'DEN-1042')
  const { version } = (await staff.get(`/products/${id}`)).body.data
  const refused = await staff.patch(`/products/${id}`, { version, gtin: '123' })
  expect([refused.status, refused.body.error.issues[0].path]).toEqual([400, 'gtin'])
  expectDone(await staff.patch(`/products/${id}`, { version, gtin: EAN }))
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ gtin: EAN })
})

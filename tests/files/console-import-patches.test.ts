import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { alter, done, find, FULL, givenCustomer, givenDiscount, idOf, item, read, send } from '../given/given.ts'

const service = useService()

const csv = (...rows: string[][]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

const text = fc.stringMatching(/^[A-Za-z][A-Za-z ,;"]{0,8}[a-z]$/)
const group = fc.constantFrom('Hollin', 'Denby', 'Swiftlea')

/** Columns of a file, what of a product each sets, and what can stand in it. */
const COLUMNS: Record<string, { field: string; cell: fc.Arbitrary<unknown>; isClearable?: true }> = {
  Name: { field: 'name', cell: text },
  Unit: { field: 'unitLabel', cell: text },
  Brand: { field: 'brand', cell: group, isClearable: true },
  Category: { field: 'category', cell: group, isClearable: true },
  'Manufacturer ref': { field: 'manufacturerRef', cell: text, isClearable: true },
  Description: { field: 'description', cell: text, isClearable: true },
  'Lead time note': { field: 'leadTimeNote', cell: text, isClearable: true },
  Availability: { field: 'availability', cell: fc.constantFrom('in_stock', 'low_stock') },
  'Minimum order quantity': { field: 'minOrderQty', cell: fc.integer({ min: 1, max: 50 }) },
  'Order multiple': { field: 'orderMultiple', cell: fc.integer({ min: 1, max: 50 }) },
  Active: { field: 'active', cell: fc.boolean() },
  Colour: { field: 'details.Colour', cell: text, isClearable: true },
  Weight: { field: 'details.Weight', cell: text, isClearable: true },
}
const NAMES = Object.keys(COLUMNS)
const SKUS = ['A-1', 'A-2', 'A-3']

const cells = fc.record(
  Object.fromEntries(
    NAMES.map((name) => [name, fc.option(COLUMNS[name]!.cell, { nil: undefined, freq: 2 }) as fc.Arbitrary<unknown>]),
  ),
)
const files = fc.record({
  columns: fc.subarray(NAMES, { minLength: 1 }),
  clearing: fc.subarray(NAMES),
  rows: fc.uniqueArray(fc.record({ sku: fc.constantFrom(...SKUS), cells }), {
    minLength: 1,
    selector: ({ sku }) => sku,
  }),
})

test(
  'a file of any columns changes what its cells name, and an undo gives exactly that back',
  { timeout: 120_000 },
  async () => {
    const { workspace, staff, upload, act } = await importingStaff(service)
    await givenCustomer(workspace, { accountCode: 'QUAY' })
    await send(workspace, [
      item({ ...FULL, sku: 'A-1' }),
      item({ sku: 'A-2' }),
      item({ sku: 'A-3', details: { Size: 'L' } }),
    ])
    await alter(workspace, 'A-2', { list_price: null, min_order_qty: 4, active: false })
    const { body } = await staff.get('/products?limit=10')
    const ids: string[] = body.data.map(({ id }: any) => id)
    const products = async () =>
      new Map(
        await Promise.all(
          ids.map(async (id): Promise<[string, any]> => {
            const { version: _, updatedAt: __, ...product } = await done(staff.get(`/products/${id}`))
            return [product.sku, product]
          }),
        ),
      )
    await fc.assert(
      fc.asyncProperty(files, async ({ columns, clearing, rows }) => {
        const before = await products()
        const file = csv(
          ['SKU', ...columns],
          ...rows.map(({ sku, cells }) => [sku.toLowerCase(), ...columns.map((name) => String(cells[name] ?? ''))]),
        )
        const { id, problems } = await upload('any.csv', file, 'products')
        expect(problems).toEqual([])
        const cleared = columns.flatMap((name, at) =>
          clearing.includes(name) && COLUMNS[name]!.isClearable ? [at + 1] : [],
        )
        await done(staff.put(`/imports/${id}/reading`, { clearing: cleared }))
        expect((await act(id, 'check')).check.rejected).toBe(0)
        expect((await act(id, 'start')).status).toBe('done')

        const expected = structuredClone(before)
        for (const { sku, cells } of rows) {
          for (const name of columns) {
            const [field, detail] = COLUMNS[name]!.field.split('.') as [string, string?]
            const value = cells[name] ?? (cleared.includes(columns.indexOf(name) + 1) ? null : undefined)
            const product = expected.get(sku)
            if (value === undefined) continue
            if (detail === undefined) product[field] = value
            else if (value === null) delete product.details[detail]
            else product.details[detail] = value
          }
        }
        expect(await products()).toEqual(expected)
        await act(id, 'undo')
        expect(await products()).toEqual(before)
      }),
      { numRuns: byDepth({ quick: 8, deep: 60 }) },
    )
  },
)

test("a supplier's list of prices keeps brands and their discounts, and tells what new products need", async () => {
  const { workspace, upload, act } = await importingStaff(service)
  const quay = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item({ ...FULL, onlyFor: undefined }), item({ sku: 'A-2' })])
  await givenDiscount(workspace, quay, 1250, { brandId: await idOf(workspace, 'brands', 'Denby') })
  const before = await read(workspace, 'DEN-1042', `?customer=${quay}`)
  const { id, kind, problems } = await upload('list.csv', 'SKU,List price\nDEN-1042,30\na-2,\nHOL-9,2\nHOL-10,3')
  expect([kind, problems]).toEqual(['products', []])
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({ created: 0, changed: 0, unchanged: 2, rejected: 2, fields: {}, cleared: {} })
  expect(check.prices.moves).toMatchObject([{ sku: 'DEN-1042', from: 2550, to: 3000 }])
  expect(check.reasons).toEqual([
    {
      reason: '… is new: it needs a name',
      rows: 2,
      first: [
        { line: 4, label: 'HOL-9', reason: 'HOL-9 is new: it needs a name' },
        { line: 5, label: 'HOL-10', reason: 'HOL-10 is new: it needs a name' },
      ],
    },
  ])
  const { counts, priceChangeId } = await act(id, 'start')
  expect(counts).toEqual({ created: 0, updated: 0, unchanged: 2, priceChanges: 1, rejected: 2 })
  expect(await read(workspace, 'DEN-1042', `?customer=${quay}`)).toEqual(before)
  expect(await done(workspace.get(`/price-changes/${priceChangeId}`))).toMatchObject({ lineCount: 1 })
})

test('a new product needs a name and a unit, and no list price', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const { id } = await upload('new.csv', 'SKU,Name,Unit,Price,Colour\nN-1,Plate,each,,Azure\nN-2,,each,1,\nN-3,Cup,,1,')
  const { check } = await act(id, 'check')
  expect(check.newOnes).toEqual([
    {
      line: 2,
      label: 'N-1',
      name: 'Plate',
      changes: {
        name: { from: null, to: 'Plate' },
        unitLabel: { from: null, to: 'each' },
        'details.Colour': { from: null, to: 'Azure' },
      },
    },
  ])
  expect(check.rejects.map(({ reason }: any) => reason)).toEqual([
    'N-2 is new: it needs a name',
    'N-3 is new: it needs a unit',
  ])
  await act(id, 'start')
  const { listPrice } = await done(staff.get(`/products/${(await find(workspace, 'N-1')).id}`))
  expect(listPrice).toBe(null)
})

test('a file of SKUs alone, and a column that cannot be emptied, are refused with what to do', async () => {
  const { staff, upload } = await importingStaff(service)
  const alone = await upload('skus.csv', 'SKU\nA-1')
  expect(alone.problems).toEqual(['The file has nothing but SKUs: use another column.'])
  const { id } = await upload('units.csv', 'SKU,Unit,Brand,Note\nA-1,,,')
  const { reading, fields } = await done(staff.put(`/imports/${id}/reading`, { clearing: [0, 1, 2, 3, 9] }))
  expect(reading.columns.map(({ clears }: any) => clears)).toEqual([false, false, true, true])
  expect(fields.filter(({ isClearable }: any) => isClearable).map(({ field }: any) => field)).toEqual([
    'brand',
    'category',
    'manufacturerRef',
    'gtin',
    'description',
    'leadTimeNote',
    'replacedBy',
  ])
  const uses = ['sku', 'unitLabel', 'category', 'details']
  const other = await done(staff.put(`/imports/${id}/reading`, { uses }))
  expect(other.reading.columns.map(({ clears }: any) => clears)).toEqual([false, false, false, true])
  // Each file is asked anew: the next one of this shape empties nothing by itself.
  await staff.post(`/imports/${id}/check`)
  const next = await upload('units.csv', 'SKU,Unit,Brand,Note\nA-1,,,')
  expect(next.reading.isRemembered).toBe(true)
  expect(next.reading.columns.map(({ clears }: any) => clears)).toEqual([false, false, false, false])
})

test('details that a file adds never get more than a product can have', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  const details = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`D${i}`, 'x']))
  await send(workspace, [item({ details })])
  const { id } = await upload('details.csv', 'SKU,D0,Colour\nDEN-1042,y,Azure')
  const { check } = await act(id, 'check')
  expect(check.rejects[0].reason).toBe('It would have 31 details, and 30 is the most')
})

test("customers' blank cells change nothing, unless their column empties the field", async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const quay = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const { version, name } = await done(staff.get(`/customers/${quay}`))
  await done(staff.patch(`/customers/${quay}`, { version, name, phone: '1', notes: 'Old', creditLimit: 500 }))
  const { id } = await upload('customers.csv', `Account code,Name,Phone,Notes,Credit limit\nQUAY,${name},,,`)
  expect((await act(id, 'check')).check).toMatchObject({ unchanged: 1, changed: 0, cleared: {} })
  await done(staff.put(`/imports/${id}/reading`, { clearing: [0, 2, 4] }))
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({ changed: 1, cleared: { phone: 1, creditLimit: 1 } })
  await act(id, 'start')
  expect(await done(staff.get(`/customers/${quay}`))).toMatchObject({
    accountCode: 'QUAY',
    phone: null,
    notes: 'Old',
    creditLimit: null,
  })
})

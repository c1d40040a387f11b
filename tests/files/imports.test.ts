import { expect, test } from 'vitest'
import { often, workbook } from '../given/workbook.ts'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { importFile, sendFile, settle } from '../given/sent-import.ts'
import { find, givenCustomer, givenDiscount, idOf, item, refusal, send } from '../given/given.ts'

const service = useService()

const csv = (...rows: string[]) => `${rows.join('\n')}\n`
const cells = (values: string[]) => values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')
const PRODUCTS = csv('SKU,Name,Price,Unit', 'A-1,Plate,2.50,each', 'A-2,Bowl,9.95,each')

test('a night has one call: a file of products is imported, and new prices wait in a draft', async () => {
  const workspace = await service.workspace({ keyName: 'Night run' })
  await send(workspace, [item({ sku: 'A-1', name: 'Plate', listPrice: 200, unitLabel: 'each' })])
  const sent = await sendFile(service, workspace, PRODUCTS, { name: 'prices.csv' })
  expect(sent).toMatchObject({ status: 202, body: { data: { id: expect.any(String), status: 'reading' } } })
  const done = await settle(service, workspace, sent.body.data.id)
  expect(done).toEqual({
    id: sent.body.data.id,
    name: 'prices.csv',
    kind: 'products',
    status: 'done',
    rows: 2,
    created: 1,
    updated: expect.any(Number),
    unchanged: expect.any(Number),
    rejected: 0,
    priceChanges: 1,
    priceChangeId: expect.any(String),
    leftOut: [],
    message: null,
  })
  expect(done.updated + done.unchanged).toBe(1)
  expect(await find(workspace, 'A-1')).toMatchObject({ price: { list: 200 } })
  expect(await find(workspace, 'A-2')).toMatchObject({ price: { list: 995 } })
  const draft = (await workspace.get(`/price-changes/${done.priceChangeId}`)).body.data
  expect(draft).toMatchObject({ status: 'draft', lines: [{ sku: 'A-1', newPrice: 250 }] })
  const activity = (await workspace.get('/activity')).body.data
  expect(activity.find(({ action }: any) => action === 'import.start')).toMatchObject({
    actor: { type: 'key', name: 'Night run' },
    subject: { label: 'prices.csv' },
  })
  expect((await workspace.get('/imports')).body).toEqual({ data: [done], nextOffset: null })
})

test('a workbook of customers is imported, and blank cells change nothing', async () => {
  const workspace = await service.workspace()
  await workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay Café', phone: '01632 960101' }] })
  const rows = [
    ['Account code', 'Name', 'Phone', 'Terms'],
    ['quay', 'Quay Café', '', '30'],
    ['NEW', 'New Café', '', ''],
  ]
  const file = await workbook({ sheets: { Sheet1: rows.map((row) => `<row>${cells(row)}</row>`).join('') } })
  const done = await importFile(service, workspace, file, { kind: 'customers' })
  expect(done).toMatchObject({
    name: 'customers',
    kind: 'customers',
    status: 'done',
    created: 1,
    updated: 1,
    rejected: 0,
  })
  const quay = (await workspace.get('/customers/QUAY')).body.data
  expect(quay).toMatchObject({ phone: '01632 960101', paymentTermsDays: 30 })
})

test('columns of other names are said by the call, others become details or are left out', async () => {
  const workspace = await service.workspace()
  const file = csv('Code,SKU,Label,Cost,Colour,Buyer,Active,MOQ,Row', 'B-1,A-1,Plate,2.50,Blue,Jo,no,12,7')
  const query = {
    'map.sku': 'code',
    'map.name': 'Label',
    'map.listPrice': 'Cost',
    'set.unitLabel': 'box of 6',
    ignore: ['Buyer', 'row'],
  }
  expect(await importFile(service, workspace, file, query)).toMatchObject({ status: 'done', created: 1 })
  expect(await find(workspace, 'B-1')).toMatchObject({
    name: 'Plate',
    unitLabel: 'box of 6',
    // Only staff make a product inactive, or set how many are ordered at least.
    active: true,
    minOrderQty: 1,
    details: { SKU: 'A-1', Colour: 'Blue' },
  })
})

test.each<[string, Record<string, string | string[]>, string, RegExp]>([
  ['a field that there is not', { 'map.colour': 'Name' }, 'map.colour', /no field "colour". The fields are sku, name/],
  ['a field that only staff set', { 'map.active': 'Name' }, 'map.active', /no field "active"/],
  [
    'a column that there is not',
    { 'map.brand': 'Make' },
    'map.brand',
    /no column "Make". Its columns are "SKU", "Name"/,
  ],
  ['a column to leave out that there is not', { ignore: 'Make' }, 'ignore', /no column "Make"/],
  ['a column for two fields', { 'map.brand': 'Name', 'map.name': 'Name' }, 'map.brand', /given to name, too/],
  ['a column that is also left out', { 'map.brand': 'Name', ignore: 'Name' }, 'map.brand', /given to ignore, too/],
  ['one SKU for all rows', { 'set.sku': 'A-1' }, 'set.sku', /no value is right for all rows/],
  ['a field twice', { 'map.name': 'Name', 'set.name': 'Plate' }, 'set.name', /Leave it out/],
  ['a value twice', { 'set.brand': ['A', 'B'] }, 'set.brand', /Give it once/],
  ['a required field without a column', { ignore: 'SKU' }, 'map', /No column is used as SKU.*map\.FIELD=COLUMN/],
  ['a kind that is for staff', { kind: 'agreed_prices' }, 'kind', /Must be one of: products, customers/],
])('%s is refused in words, and nothing is kept', async (_case, query, path, message) => {
  const workspace = await service.workspace()
  const answer = await sendFile(service, workspace, PRODUCTS, query)
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'validation_error',
        issues: expect.arrayContaining([{ path, message: expect.stringMatching(message) }]),
      },
    },
  })
  expect((await workspace.get('/imports')).body.data).toEqual([])
})

test('a file that cannot be taken is refused: none, an empty one, too much in it', async () => {
  const workspace = await service.workspace()
  const fileProblem = async (body: string | Buffer) => (await sendFile(service, workspace, body)).body.error.issues
  expect(await fileProblem('')).toEqual([{ path: 'file', message: 'The file is empty.' }])
  expect(await fileProblem('\n\n')).toEqual([{ path: 'file', message: 'The file has no rows.' }])
  expect(await fileProblem('PK\u0003\u0004 no workbook')).toMatchObject([{ path: 'file' }])
  const bomb = await workbook({ sheets: { Sheet1: often(400_000, '<row><c><v>1</v></c></row>') } })
  expect(await fileProblem(bomb)).toMatchObject([{ path: 'file', message: expect.stringMatching(/rows/) }])
  expect((await workspace.get('/imports')).body.data).toEqual([])
})

test('a dry run is only checked, until it is run', async () => {
  const workspace = await service.workspace()
  const { id, ...checked } = await importFile(service, workspace, PRODUCTS, { dryRun: 'true' })
  expect(checked).toMatchObject({ status: 'checked', rows: 2, created: 2, updated: 0, rejected: 0, priceChanges: 0 })
  expect((await workspace.get('/products')).body.data).toEqual([])
  const headers = { 'content-type': 'application/json' }
  const run = () => service.call('POST', `/imports/${id}/run`, { key: workspace.key, headers })
  expect(await run()).toMatchObject({ status: 202, body: { data: { id, status: 'running' } } })
  expect(await settle(service, workspace, id)).toMatchObject({ status: 'done', created: 2 })
  expect(await run()).toMatchObject({ status: 202, body: { data: { id, status: 'done' } } })
})

test('an import that is asked to run before it is checked runs once it is', async () => {
  const workspace = await service.workspace()
  const { id } = (await sendFile(service, workspace, PRODUCTS, { dryRun: 'true' })).body.data
  expect(await service.call('POST', `/imports/${id}/run`, { key: workspace.key })).toMatchObject({
    body: { data: { status: 'reading' } },
  })
  expect(await settle(service, workspace, id)).toMatchObject({ status: 'done', created: 2 })
})

test('the same bytes are the same import for a day, also at once, and run after a dry run', async () => {
  const workspace = await service.workspace()
  const idOf = async (query: Record<string, string> = {}, body = PRODUCTS) =>
    (await sendFile(service, workspace, body, query)).body.data.id
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => idOf({ dryRun: 'true', name: 'a.csv' })))
  expect(others).toEqual([first, first])
  expect((await workspace.get('/imports')).body.data).toHaveLength(1)
  expect(await settle(service, workspace, first)).toMatchObject({ status: 'checked' })

  expect(await idOf({ name: 'b.csv' })).toBe(first)
  expect(await settle(service, workspace, first)).toMatchObject({ status: 'done', created: 2, name: 'a.csv' })
  expect(await idOf()).toBe(first)

  const other = await idOf({ 'set.brand': 'Hollin' })
  expect(new Set([first, other, await idOf({ kind: 'customers' }), await idOf({}, `${PRODUCTS}\n`)]).size).toBe(4)
  service.later(24 * 3_600_000)
  expect(await idOf()).not.toBe(first)
})

test('what was undone is imported again when it is sent again', async () => {
  const { workspace, act } = await importingStaff(service)
  const { id } = await importFile(service, workspace, PRODUCTS)
  await act(id, 'undo')
  expect((await workspace.get(`/imports/${id}`)).body.data).toMatchObject({ status: 'undone' })
  expect(await service.call('POST', `/imports/${id}/run`, { key: workspace.key })).toEqual(
    refusal(400, 'invalid_request'),
  )
  const again = await importFile(service, workspace, PRODUCTS)
  expect(again).toMatchObject({ status: 'done', created: 2 })
  expect(again.id).not.toBe(id)
})

test('rejected rows come back with their row and reason, and can be mended and sent', async () => {
  const workspace = await service.workspace()
  const file = csv('SKU,Name,Price,Unit', 'A-1,Plate,2.50,each', 'A-2,,9.95,each', 'A-3,"Bowl, blue",cheap,each')
  const { id, ...done } = await importFile(service, workspace, file)
  expect(done).toMatchObject({ status: 'done', rows: 3, created: 1, rejected: 2 })
  const rejects: string = (await workspace.get(`/imports/${id}/rejects`)).body
  expect(rejects.split('\r\n').slice(0, 2)).toEqual([
    'SKU,Name,Price,Unit,row,reason',
    'A-2,,9.95,each,3,A-2 is new: it needs a name',
  ])
  expect(rejects.split('\r\n')[2]).toMatch(/^A-3,"Bowl, blue",cheap,each,4,.*"cheap"/)
  const mended = rejects.replace('A-2,,', 'A-2,Bowl,').replace('cheap', '3.00')
  expect(await importFile(service, workspace, mended)).toMatchObject({ status: 'done', created: 2, rejected: 0 })
  expect(await find(workspace, 'A-3')).toMatchObject({ details: {} })
})

test('damaged SKUs and unknown customers are told', async () => {
  const workspace = await service.workspace()
  const file = csv('SKU,Name,Price,Unit,Only for', '1.23E+12,Plate,2.50,each,NOBODY')
  const { message } = await importFile(service, workspace, file)
  expect(message).toMatch(/1\.23E\+12.* There are no customers NOBODY\.$/)
})

test('rows about the same fail the import, until the call says which one counts', async () => {
  const workspace = await service.workspace()
  const file = csv('SKU,Name,Price,Unit', 'A-1,Plate,2.50,each', 'a-1,Plate,3.00,each')
  expect(await importFile(service, workspace, file)).toMatchObject({
    status: 'failed',
    rows: 2,
    message: expect.stringMatching(/first or the last/),
  })
  expect(await importFile(service, workspace, file, { onDuplicate: 'last' })).toMatchObject({ created: 1 })
  expect(await find(workspace, 'A-1')).toMatchObject({ price: { list: 300 } })
})

test('a file that moves prices by other brands says so, before it runs and after', async () => {
  const workspace = await service.workspace()
  const plate = { name: 'Plate', listPrice: 1000, brand: 'Denby', unitLabel: 'each' }
  await send(workspace, [item({ ...plate, sku: 'A-1' }), item({ ...plate, sku: 'A-2' })])
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenDiscount(workspace, customer, 1000, { brandId: await idOf(workspace, 'brands', 'Denby') })
  const file = csv('SKU,Name,Price,Unit,Brand', 'A-1,Plate,10.00,each,Arc', 'A-2,Plate,10.00,each,Denby')
  const message = '1 product changes in price for 1 customer: 1 rises by up to 11.11%.'
  const checked = await importFile(service, workspace, file, { dryRun: 'true' })
  expect(checked).toMatchObject({ status: 'checked', message })
  await service.call('POST', `/imports/${checked.id}/run`, { key: workspace.key })
  expect(await settle(service, workspace, checked.id)).toMatchObject({ status: 'done', message })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-state.ts'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { find, givenAgreedPrice, givenCustomer, givenDiscount, item, send, sendItems } from '../given/given.ts'

const service = useService()

const csv = (...rows: string[]) => rows.join('\n')

test('customers come from a file: new, changed and refused ones, and all of it is taken back', async () => {
  const { workspace, staff, upload, act, changesOf } = await importingStaff(service)
  const quay = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { email: 'one@twins.example' })
  const file = await upload(
    'accounts.csv',
    csv(
      'Account code,Name,E-mail,Terms,Credit limit,PO required,Rating',
      'quay,Quay Café,orders@quay.example,30,"1,250.50",yes,A',
      'NEW-1,New Café,,14,,no,B',
      'NEW-2,Second Café,,,,,',
      ',Quay Café,,,,,',
      'BAD-1,Bad Café,nobody,ten,x,perhaps,',
      ',,a@b.example,,,,',
    ),
  )
  expect(file).toMatchObject({ kind: 'customers', problems: [] })
  expect(file.reading.columns.map(({ use }: any) => use)).toEqual([
    'accountCode',
    'name',
    'email',
    'paymentTermsDays',
    'creditLimit',
    'poRequired',
    'ignore',
  ])
  const { check } = await act(file.id, 'check')
  expect(check).toMatchObject({
    rows: 6,
    created: 2,
    changed: 1,
    unchanged: 0,
    rejected: 3,
    fields: { email: 1, paymentTermsDays: 1, creditLimit: 1, poRequired: 1 },
    examples: [{ line: 2, label: 'QUAY', changes: { creditLimit: { from: null, to: 125_050 } } }],
    newOnes: [
      { line: 3, label: 'NEW-1', name: 'New Café', changes: { paymentTermsDays: { from: null, to: 14 } } },
      { line: 4, label: 'NEW-2', name: 'Second Café' },
    ],
  })
  expect(check.rejects.map(({ line, reason }: any) => [line, reason])).toEqual([
    [5, expect.stringContaining('Name: More than one customer has the name "Quay Café"')],
    [
      6,
      'Payment terms days "ten" is not a whole number; Credit limit "x" is not an amount; PO number required "perhaps" is ' +
        'neither yes nor no; E-mail: Must be one e-mail address.',
    ],
    [7, 'Name is blank'],
  ])
  expect((await workspace.get('/customers?q=NEW-1')).body.data).toEqual([])

  const { counts, status } = await act(file.id, 'start')
  expect({ status, counts }).toEqual({
    status: 'done',
    counts: { created: 2, updated: 1, unchanged: 0, priceChanges: 0, rejected: 3 },
  })
  const read = async (code: string) => (await workspace.get(`/customers/${code}`)).body.data
  expect(await read('QUAY')).toMatchObject({ paymentTermsDays: 30, creditLimit: 125_050, poRequired: true })
  const [entry] = (await staff.get(`/customers/${quay}/history?limit=10`)).body.data
  expect(entry).toMatchObject({
    action: 'import.finish',
    actor: { name: 'Tom Hale' },
    subject: { label: 'accounts.csv' },
    changes: { paymentTermsDays: { from: null, to: 30 } },
  })

  await givenDiscount(workspace, (await read('NEW-2')).id, 1000)
  const { undone } = await act(file.id, 'undo')
  expect(undone).toEqual({ restored: 1, removed: 1, left: 1 })
  expect(await read('QUAY')).toMatchObject({ email: null, paymentTermsDays: null, creditLimit: null })
  expect((await workspace.get('/customers/NEW-1')).status).toBe(404)
  expect((await changesOf(file.id, 'kept')).map(({ label }: any) => label)).toEqual(['Second Café'])
})

test('agreed prices come from a file: they fit beside the others, and are taken back', async () => {
  const { workspace, upload, act, changesOf } = await importingStaff(service)
  const [castle, quay] = [
    await givenCustomer(workspace, { accountCode: 'CASTLE' }),
    await givenCustomer(workspace, { accountCode: 'QUAY' }),
  ]
  await send(workspace, [item({ sku: 'A-1' }), item({ sku: 'A-2' }), item({ sku: 'A-3' })])
  await givenAgreedPrice(workspace, castle, 'A-1', { unit: 1000, startsAt: '2026-01-01T00:00:00Z' })
  await givenAgreedPrice(workspace, castle, 'A-2', { unit: 900 })
  await givenAgreedPrice(workspace, quay, 'A-1', { unit: 500, minQty: 3, startsAt: '2026-05-01T10:30:00Z' })
  await givenAgreedPrice(workspace, quay, 'A-2', { unit: 700, startsAt: '2026-02-01T00:00:00Z' })
  const file = await upload(
    'agreed.csv',
    csv(
      'Account,SKU,Price,From quantity,Start,End',
      'CASTLE,A-1,9.50,1,2026-06-15,',
      'castle,a-2,9.00,,,',
      'CASTLE,A-3,8.00,10,2026-05-01,2026-07-31',
      'QUAY,A-1,5.25,3,2026-05-01,',
      'QUAY,A-2,6.00,1,2026-01-01,2026-03-01',
      'NOBODY,A-9,6.00,1,,',
      'Quay Café,A-3,6.00,1,,',
      'QUAY,A-3,six,0,2026-13-01,',
    ),
  )
  expect(file).toMatchObject({ kind: 'agreed_prices', problems: [] })
  const { check } = await act(file.id, 'check')
  expect(check).toMatchObject({ created: 2, changed: 1, unchanged: 1, rejected: 4, repeatedKeys: 0 })
  expect(check.rejects.map(({ line, reason }: any) => [line, reason])).toEqual([
    [6, expect.stringContaining('It overlaps the agreed price from the same quantity from 2026-02-01')],
    [7, 'There is no customer with the account code, name or id "NOBODY". There is no product with the SKU "A-9".'],
    [8, 'Several customers have the name "Quay Café": write the account code.'],
    [9, expect.stringMatching(/^The price "six" is not an amount; The quantity "0".*The start "2026-13-01" is not/)],
  ])

  expect((await act(file.id, 'start')).counts).toMatchObject({ created: 2, updated: 1, unchanged: 1, rejected: 4 })
  const pricesOf = async (code: string) =>
    (await workspace.get(`/customers/${code}`)).body.data.agreedPrices.map(({ sku, unit, startsAt, endsAt }: any) =>
      [sku, unit, startsAt, endsAt].join(' '),
    )
  expect(await pricesOf('CASTLE')).toEqual([
    'A-1 1000 2026-01-01T00:00:00.000Z 2026-06-14T23:00:00.000Z',
    'A-1 950 2026-06-14T23:00:00.000Z ',
    'A-2 900  ',
    'A-3 800 2026-04-30T23:00:00.000Z 2026-07-31T23:00:00.000Z',
  ])
  // Where a price begins within the day of the row, its hour stays.
  expect(await pricesOf('QUAY')).toContain('A-1 525 2026-05-01T10:30:00.000Z ')
  expect((await changesOf(file.id)).map(({ label, kind }: any) => [label, kind]).toSorted()).toEqual([
    ['A-1 for Quay Café', 'created'],
    ['A-1 for Quay Café', 'updated'],
    ['A-1 for Quay Café', 'updated'],
    ['A-3 for Quay Café', 'created'],
  ])

  // Somebody changes the one with an end meanwhile.
  await workspace.context.db
    .updateTable('agreed_price')
    .set({ unit: 801, version: sql`version + 1` })
    .where('workspace_id', '=', workspace.id)
    .where('unit', '=', 800)
    .execute()
  expect((await act(file.id, 'undo')).undone).toEqual({ restored: 2, removed: 1, left: 1 })
  expect(await pricesOf('CASTLE')).toEqual([
    'A-1 1000 2026-01-01T00:00:00.000Z ',
    'A-2 900  ',
    'A-3 801 2026-04-30T23:00:00.000Z 2026-07-31T23:00:00.000Z',
  ])
  expect(await pricesOf('QUAY')).toContain('A-1 500 2026-05-01T10:30:00.000Z ')
})

test('a customer gets no more agreed prices from a file than it can have', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  const full = await givenCustomer(workspace, { accountCode: 'FULL' })
  await send(workspace, [item({ sku: 'A-1' }), item({ sku: 'A-2' })])
  await givenAgreedPrice(workspace, full, 'A-1', { unit: 1000 })
  // All but one of what it can have.
  await sendItems(workspace, 100)
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, created_at, updated_at)
    select agreed.workspace_id, gen_random_uuid(), customer_id, p.id, unit, i, agreed.created_at, agreed.updated_at
    from agreed_price agreed, product p, generate_series(1, 50) i
    where agreed.workspace_id = ${workspace.id} and p.workspace_id = ${workspace.id} and p.sku like 'SKU-%'
    limit ${WORKSPACE_LIMITS.agreedPricesOfCustomer - 2}`.execute(workspace.context.db)
  const { id } = await upload(
    'full.csv',
    csv('Customer,SKU,Price', 'FULL,A-1,9', 'FULL,A-2,8', 'FULL,A-2,7'),
    'agreed_prices',
  )
  const rows = csv('Customer,SKU,Price,From quantity', 'FULL,A-1,9,1', 'FULL,A-2,8,1', 'FULL,A-2,7,2')
  expect((await act(id, 'check')).check).toMatchObject({ repeatedKeys: 1 })
  const file = await upload('full.csv', rows)
  const { check } = await act(file.id, 'check')
  expect(check).toMatchObject({ created: 1, changed: 1, rejected: 1 })
  expect(check.rejects[0]).toMatchObject({ line: 4, reason: expect.stringContaining('which is the limit') })
  expect((await act(file.id, 'start')).counts).toMatchObject({ created: 1, updated: 1, rejected: 1 })
})

test('minimum quantities come from a file, of products that exist, and are taken back', async () => {
  const { workspace, staff, upload, act } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1' }), item({ sku: 'A-2' }), item({ sku: 'A-3' })])
  const file = await upload('packs.csv', csv('Item code;MOQ', 'A-1;6', 'a-2;12', 'A-3;1', 'A-4;2', ';5', 'A-5;0'))
  expect(file).toMatchObject({ kind: 'minimum_quantities', problems: [] })
  const { check } = await act(file.id, 'check')
  expect(check).toMatchObject({ created: 0, changed: 2, unchanged: 1, rejected: 3, fields: { minOrderQty: 2 } })
  expect(check.rejects.map(({ reason }: any) => reason)).toEqual([
    'There is no product with the SKU "A-4".',
    'SKU is blank',
    'Minimum order quantity "0" is not from 1 to 1000000',
  ])
  expect((await act(file.id, 'start')).counts).toMatchObject({ created: 0, updated: 2, unchanged: 1, rejected: 3 })
  const minimumOf = async (sku: string) => {
    const { id } = await find(workspace, sku)
    return (await staff.get(`/products/${id}`)).body.data.minOrderQty
  }
  expect([await minimumOf('A-1'), await minimumOf('A-2')]).toEqual([6, 12])
  await send(workspace, [item({ sku: 'A-2', name: 'Of the ERP' })])
  expect((await act(file.id, 'undo')).undone).toEqual({ restored: 1, removed: 0, left: 1 })
  expect([await minimumOf('A-1'), await minimumOf('A-2')]).toEqual([1, 12])
  const rejects = await staff.get(`/imports/${file.id}/rejects.csv`)
  expect(rejects.body).toContain('A-4,2,5,"There is no product with the SKU ""A-4""."')
})

test('staff say what a file holds, and may choose among its fields only', async () => {
  const { staff, upload } = await importingStaff(service)
  const { id, kind } = await upload('list.csv', csv('SKU,Title,Price,Unit,Customer,Start', 'A-1,Plate,1,each,QUAY,'))
  expect(kind).toBe('agreed_prices')
  const changed = await staff.put(`/imports/${id}/reading`, { kind: 'products' })
  expect(changed.body.data).toMatchObject({ kind: 'products', hasDetails: true, problems: [] })
  expect(changed.body.data.reading.columns.at(-1)).toMatchObject({ name: 'Start', use: 'details' })
  const refused = await staff.put(`/imports/${id}/reading`, {
    kind: 'customers',
    uses: ['sku', 'name', 'x', 'x', 'x', 'x'],
  })
  expect([refused.status, refused.body.error.issues]).toEqual([
    400,
    [{ path: 'uses', message: 'There is no field "sku".' }],
  ])
  const prices = await staff.put(`/imports/${id}/reading`, { kind: 'agreed_prices', constants: { customer: 'QUAY' } })
  expect(prices.body.data.problems).toEqual([
    'Customer has both a column and a value for every row: leave one of them out.',
  ])
  const sold = await upload('sold.csv', csv('StockCode,Description,UnitPrice,CustomerID', 'A-1,Plate,1,QUAY'))
  expect(sold).toMatchObject({ kind: 'products' })
  const asked = await upload('list.csv', csv('SKU,Minimum', 'A-1,2'), 'products')
  expect(asked).toMatchObject({ kind: 'products' })
})

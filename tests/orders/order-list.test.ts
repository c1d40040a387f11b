import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, givenCustomer, invalidFields, refusal } from '../given/given.ts'
import { move, orderingShop, place } from '../given/order.ts'

const service = useService()
const NOW = '2026-03-02T09:30:00.000Z'

/** Many new orders, in as few statements as may be, numbered from 1001 and placed a second apart. */
async function manyOrders(workspace: TestWorkspace, count: number): Promise<void> {
  const { id } = await place(workspace)
  const { db } = workspace.context
  const { search: _generated, ...row } = await db
    .selectFrom('sales_order')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count - 1 }, (_, i) => ({
    ...row,
    id: randomUUIDv7(),
    number: row.number + i + 1,
    deliver_to: null,
    credit_hold: null,
    placed_at: new Date(row.placed_at.getTime() + (i + 1) * 1000),
  }))
  for (let i = 0; i < rows.length; i += 100) {
    await db
      .insertInto('sales_order')
      .values(rows.slice(i, i + 100))
      .execute()
  }
}

async function numbers(workspace: TestWorkspace, query = ''): Promise<number[]> {
  return (await done(workspace.get(`/orders${query}`))).map(({ number }: { number: number }) => number)
}

/** The sizes of the pages of a walk that follows nextOffset to its end, and the numbers on them. */
async function walk(workspace: TestWorkspace, query: string) {
  const pages: number[][] = []
  for (let offset: number | null = 0; offset !== null;) {
    const { status, body } = await workspace.get(`/orders?offset=${offset}${query}`)
    expect(status).toBe(200)
    pages.push(body.data.map(({ number }: { number: number }) => number))
    offset = body.nextOffset
  }
  return { sizes: pages.map((page) => page.length), numbers: pages.flat() }
}

test('the list of orders is newest first, each with its own currency, and without lines', async () => {
  const { workspace, customerId } = await orderingShop(service, { currency: 'EUR' })
  expect((await workspace.get('/orders')).body).toEqual({ data: [], nextOffset: null })
  const first = await place(workspace)
  const second = await place(workspace, { lines: [{ sku: 'BOWL', qty: 2 }] })
  const { body } = await workspace.get('/orders')
  expect(body).toEqual({
    data: [
      {
        id: second.id,
        number: second.number,
        status: 'new',
        customer: { id: customerId, accountCode: 'QUAY', name: 'Quay Café' },
        buyer: null,
        requestedBy: null,
        poNumber: null,
        costCentre: null,
        reference: null,
        note: null,
        currency: 'EUR',
        lineCount: 1,
        subtotal: 2400,
        taxRateBp: null,
        tax: null,
        total: null,
        terms: null,
        deliverTo: null,
        wantedOn: null,
        creditHold: null,
        tracking: null,
        placedAt: NOW,
        updatedAt: NOW,
      },
      expect.objectContaining({ id: first.id, number: first.number, currency: 'EUR', subtotal: 2550 }),
    ],
    nextOffset: null,
  })
})

test('the list of orders is of one status when asked, and knows the statuses there are', async () => {
  const { workspace } = await orderingShop(service)
  const [first, second] = [await place(workspace), await place(workspace)]
  expectDone(await move(service, workspace, first.id, { status: 'confirmed' }))
  expect(await numbers(workspace, '?status=new')).toEqual([second.number])
  expect(await numbers(workspace, '?status=confirmed')).toEqual([first.number])
  expect(await numbers(workspace, '?status=cancelled')).toEqual([])
  expect(await numbers(workspace, '?status=%20')).toEqual([second.number, first.number])
  for (const status of ['received', 'NEW', '%00', 'new&status=new']) {
    expect(invalidFields(await workspace.get(`/orders?status=${status}`))).toEqual(['status'])
  }
})

test('the list of orders is narrowed by customer, number, time of placing and wanted day, all at once', async () => {
  const { workspace, customerId } = await orderingShop(service)
  await givenCustomer(workspace, { accountCode: 'MILL' })
  const before = service.time.now
  const [first, second] = [await place(workspace, { wantedOn: '2026-03-05' }), await place(workspace)]
  service.time.now = new Date(before.getTime() + 60_000)
  const third = await place(workspace, { customer: 'MILL', wantedOn: '2026-03-09' })
  service.time.now = before
  const expected: [query: string, numbers: number[]][] = [
    ['customer=quay', [second.number, first.number]],
    [`customer=${customerId}`, [second.number, first.number]],
    [`number=${second.number}`, [second.number]],
    ['number=4711', []],
    ['placedSince=2026-03-02T09:31:00%2B00:00', [third.number]],
    ['placedSince=2026-03-02T10:31:00.001%2B01:00', []],
    ['wantedOn=2026-03-05', [first.number]],
    ['wantedOn=2026-03-05..2026-03-09', [third.number, first.number]],
    ['wantedOn=2026-03-06..2026-03-08', []],
    [`customer=mill&number=${third.number}&status=new&wantedOn=2026-03-09`, [third.number]],
    [`customer=mill&number=${first.number}`, []],
    ['number=&placedSince=&wantedOn=', [third.number, second.number, first.number]],
  ]
  for (const [query, found] of expected) {
    expect({ query, numbers: await numbers(workspace, `?${query}`) }).toEqual({ query, numbers: found })
  }
  expect((await workspace.get('/orders?customer=nobody')).body).toEqual(refusal(404, 'not_found').body)
})

test('the list of orders says which parameter it does not understand', async () => {
  const { workspace } = await orderingShop(service)
  const wrong = [
    'customer=%20',
    'number=1e3',
    'number=0',
    'number=2147483648',
    'number=1&number=2',
    'placedSince=2026-03-02',
    'placedSince=now',
    'wantedOn=2026-02-30',
    'wantedOn=2026-03-09..2026-03-05',
    'wantedOn=2026-03-05..',
    'wantedOn=2026-03-01..2026-03-05..2026-03-09',
    'wantedOn=2026-03-01&wantedOn=2026-03-02',
  ]
  for (const query of wrong) {
    expect(invalidFields(await workspace.get(`/orders?${query}`))).toEqual([query.split('=')[0]])
  }
})

test('the list of orders takes a limit of 1 to 100 and any offset', async () => {
  const { workspace } = await orderingShop(service)
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=1']) {
    expect(invalidFields(await workspace.get(`/orders?${query}`))).toEqual(['limit'])
  }
  expect(invalidFields(await workspace.get('/orders?offset=-1'))).toEqual(['offset'])
  const far = await workspace.get(`/orders?offset=${'9'.repeat(400)}`)
  expect(far.body).toEqual({ data: [], nextOffset: null })
})

test('the list of orders goes through the 200 most recent, each once, and the page past them is empty', async () => {
  const { workspace } = await orderingShop(service)
  await manyOrders(workspace, 203)
  const newest = Array.from({ length: 200 }, (_, i) => 1203 - i)
  expect(await numbers(workspace)).toEqual(newest.slice(0, 100))
  expect(await walk(workspace, '')).toEqual({ sizes: [100, 100, 0], numbers: newest })
  expect(await walk(workspace, '&limit=70')).toEqual({ sizes: [70, 70, 60], numbers: newest })
  expect((await walk(workspace, '&limit=99')).sizes).toEqual([99, 99, 2])
  expect((await workspace.get('/orders?offset=200')).body).toEqual({ data: [], nextOffset: null })
  expect((await workspace.get('/orders?offset=199&limit=1')).body).toMatchObject({
    data: [{ number: 1004 }],
    nextOffset: 200,
  })
})

test('the list of orders counts the 200 among those of the status that is asked for', async () => {
  const { workspace } = await orderingShop(service)
  await manyOrders(workspace, 203)
  const oldest = (await workspace.context.db
    .selectFrom('sales_order')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('number', '=', 1001)
    .executeTakeFirstOrThrow())!
  expectDone(await move(service, workspace, oldest.id, { status: 'confirmed' }))
  expect(await numbers(workspace, '?status=confirmed')).toEqual([1001])
  expect((await walk(workspace, '&status=new')).numbers).toEqual(Array.from({ length: 200 }, (_, i) => 1203 - i))
})

test('the list of orders shows none of another workspace', async () => {
  const { workspace } = await orderingShop(service)
  const { workspace: other } = await orderingShop(service)
  await place(other)
  expect(await numbers(workspace)).toEqual([])
  await place(workspace)
  expect(await numbers(workspace)).toEqual([1001])
  expect(await numbers(other)).toEqual([1001])
})

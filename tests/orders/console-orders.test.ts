import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { ORDER_LIMITS } from '../../server/src/shared/limits.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, givenCustomer, refusal } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { move, orderActivity, orderingShop, place } from '../given/order.ts'

const service = useService()

/** A shop with staff, and orders 1001 to 1004: completed, confirmed, new, new. */
async function busyShop() {
  const { workspace, customerId } = await orderingShop(service)
  await givenCustomer(workspace, { accountCode: 'PIER' })
  const staff = await givenMember(service, workspace, 'manager')
  const ids: string[] = []
  for (const order of [{ poNumber: 'PO-77' }, { customer: 'PIER' }, {}, { poNumber: 'JOB 9' }]) {
    service.later()
    ids.push((await place(workspace, order)).id)
  }
  for (const status of ['confirmed', 'dispatched', 'completed']) {
    expectDone(await move(service, workspace, ids[0]!, { status }))
  }
  expectDone(await move(service, workspace, ids[1]!, { status: 'confirmed' }))
  return { workspace, staff, ids, customerId }
}

async function numbers(member: TestMember, query = ''): Promise<number[]> {
  return (await done(member.get(`/orders${query}`))).map(({ number }: { number: number }) => number)
}

async function statuses({ key }: TestWorkspace, ids: string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await service.call('GET', `/orders/${id}`, { key })).body.data.status))
}

test('new orders come first, then the others, each newest first, page by page', async () => {
  const { staff } = await busyShop()
  expect(await numbers(staff)).toEqual([1004, 1003, 1002, 1001])
  expect(await numbers(staff, '?limit=3')).toEqual([1004, 1003, 1002])
  expect(await numbers(staff, '?limit=3&offset=3')).toEqual([1001])
  expect(await numbers(staff, '?status=confirmed')).toEqual([1002])
  expect((await staff.get('/orders?limit=2')).body.nextOffset).toBe(2)
})

test('a new order that is older than handled ones still comes first', async () => {
  const { workspace, staff, ids } = await busyShop()
  expectDone(await move(service, workspace, ids[3]!, { status: 'confirmed' }))
  expect(await numbers(staff)).toEqual([1003, 1004, 1002, 1001])
  expect(await numbers(staff, '?limit=1&offset=1')).toEqual([1004])
})

test('orders are found by parts of number, customer, code, purchase order and buyer, without case and accents', async () => {
  const { staff, customerId } = await busyShop()
  expect(await numbers(staff, '?q=1003')).toEqual([1003])
  expect(await numbers(staff, '?q=cafe%20QUAY')).toEqual([1004, 1003, 1002, 1001])
  expect(await numbers(staff, '?q=pier')).toEqual([1002])
  expect(await numbers(staff, '?q=po-77')).toEqual([1001])
  expect(await numbers(staff, '?q=job%20quay&status=new')).toEqual([1004])
  expect(await numbers(staff, '?q=job%20quay&status=confirmed')).toEqual([])
  expect(await numbers(staff, '?q=%25')).toEqual([])
  expect(await numbers(staff, `?customer=${customerId}`)).toEqual([1004, 1003, 1001])
})

test('the orders of each status are counted, also those of a search', async () => {
  const { staff } = await busyShop()
  const counts = async (query: string) => (await staff.get(`/orders/counts${query}`)).body.data
  expect(await counts('')).toEqual({ new: 2, confirmed: 1, dispatched: 0, completed: 1, cancelled: 0 })
  expect(await counts('?q=pier')).toEqual({ new: 0, confirmed: 1, dispatched: 0, completed: 0, cancelled: 0 })
})

test('a list that is unchanged is a 304, until an order moves', async () => {
  const { workspace, staff, ids } = await busyShop()
  const { headers } = await staff.get('/orders')
  const tag = { 'if-none-match': headers.get('etag')! }
  expect((await staff.get('/orders', tag)).status).toBe(304)
  expectDone(await move(service, workspace, ids[2]!, { status: 'confirmed' }))
  expectDone(await staff.get('/orders', tag))
})

test('what staff do has their name in the history', async () => {
  const { staff, ids } = await busyShop()
  const answer = await done(staff.patch(`/orders/${ids[2]}`, { status: 'confirmed', seen: 'new', note: 'On Tuesday.' }))
  expect(answer.history.at(-1)).toMatchObject({
    status: 'confirmed',
    by: { type: 'staff', id: staff.id, name: 'Sam Staff' },
    note: 'On Tuesday.',
  })
})

test('who is second is told who was faster, and nothing changes', async () => {
  const { workspace, staff, ids } = await busyShop()
  const owner = await givenMember(service, workspace, 'owner')
  expectDone(await owner.patch(`/orders/${ids[2]}`, { status: 'cancelled', seen: 'new', note: 'Rang.' }))
  const answer = await staff.patch(`/orders/${ids[2]}`, { status: 'confirmed', seen: 'new' })
  expect(answer.status).toBe(409)
  expect(answer.body.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('Olive Owner') })
  expect(await statuses(workspace, [ids[2]!])).toEqual(['cancelled'])
})

test('an order is cancelled with a reason only', async () => {
  const { staff, ids } = await busyShop()
  const cancel = { status: 'cancelled', seen: 'new' }
  expect(await staff.patch(`/orders/${ids[3]}`, cancel)).toEqual(refusal(400, 'invalid_request'))
  expectDone(await staff.patch(`/orders/${ids[3]}`, { ...cancel, note: 'They rang.' }))
})

test('of many orders each is moved that can be, and the others are named with the reason', async () => {
  const { workspace, staff, ids } = await busyShop()
  const gone = randomUUID()
  const orders = [
    { id: ids[0], seen: 'completed' },
    { id: ids[1], seen: 'new' },
    { id: ids[2], seen: 'new' },
    { id: gone, seen: 'new' },
  ]
  expect(await done(staff.post('/orders/moves', { orders, status: 'confirmed' }))).toEqual({
    moved: 1,
    problems: [
      { id: ids[0], number: 1001, message: expect.stringMatching(/completed order cannot be marked confirmed/) },
      { id: ids[1], number: 1002, message: expect.stringMatching(/is confirmed\. ERP sync already did this/) },
      { id: gone, number: null, message: expect.stringMatching(/no order/) },
    ],
  })
  expect(await statuses(workspace, ids.slice(0, 4))).toEqual(['completed', 'confirmed', 'confirmed', 'new'])
})

test('all that match are moved, unless it is another number than was shown', async () => {
  const { workspace, staff, ids } = await busyShop()
  const matching = { status: 'new', q: 'quay' }
  const refused = await staff.post('/orders/moves', { matching, expected: 3, status: 'confirmed' })
  expect({ status: refused.status, code: refused.body.error.code }).toEqual({ status: 409, code: 'conflict' })
  expect(await statuses(workspace, ids)).toEqual(['completed', 'confirmed', 'new', 'new'])
  const moves = { matching, expected: 2, status: 'confirmed' }
  expect(await done(staff.post('/orders/moves', moves))).toEqual({ moved: 2, problems: [] })
  expect(await statuses(workspace, ids)).toEqual(['completed', 'confirmed', 'confirmed', 'confirmed'])
})

test('staff see with an order how to reach the customer, and which products are gone', async () => {
  const { workspace, staff, ids } = await busyShop()
  await deleteProduct(workspace.context, { sku: 'PLATE' })
  const { data } = (await staff.get(`/orders/${ids[2]}`)).body
  expect(data).toMatchObject({
    number: 1003,
    contact: { contactName: null, email: null, phone: null, paymentTermsDays: null },
    lines: [{ sku: 'PLATE', picture: null, candidates: [{ source: 'list', applied: true }] }],
    notes: [],
  })
  expect(await staff.get(`/orders/${randomUUID()}`)).toEqual(refusal(404, 'not_found'))
})

test('notes of staff stay among staff, and can be taken back', async () => {
  const { workspace, staff, ids } = await busyShop()
  const owner = await givenMember(service, workspace, 'owner')
  const added = await done(staff.post(`/orders/${ids[2]}/notes`, { text: 'They pay late.' }))
  const note = { id: expect.any(String), at: service.time.now.toISOString(), text: 'They pay late.' }
  expect((await owner.get(`/orders/${ids[2]}`)).body.data.notes).toEqual([
    { ...note, by: { type: 'staff', id: staff.id, name: 'Sam Staff' } },
  ])
  for (const path of [`/orders/${ids[2]}`, '/orders', '/activity']) {
    expect(JSON.stringify((await workspace.get(path)).body)).not.toContain('pay late')
  }
  const path = `/orders/${ids[2]}/notes/${added.id}`
  expect(await owner.delete(path.replace(ids[2]!, ids[1]!))).toEqual(refusal(404, 'not_found'))
  expectDone(await owner.delete(path))
  expect(await owner.delete(path)).toEqual(refusal(404, 'not_found'))
  expect((await owner.get(`/orders/${ids[2]}`)).body.data.notes).toEqual([])
  const actions = (await orderActivity(workspace)).map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['order.add_note', 'order.remove_note'])
})

test('an order has up to so many notes, and of two that come at once one is too many', async () => {
  const { workspace, staff, ids } = await busyShop()
  const add = () => staff.post(`/orders/${ids[2]}/notes`, { text: 'They pay late.' })
  await done(add())
  await sql`
    insert into sales_order_note (workspace_id, order_id, id, at, actor, text)
    select workspace_id, order_id, gen_random_uuid(), at, actor, text
    from sales_order_note, generate_series(1, ${ORDER_LIMITS.notes - 2}::integer)
    where workspace_id = ${workspace.id}`.execute(workspace.context.db)
  const [one, other] = (await Promise.all([add(), add()])).toSorted((a, b) => a.status - b.status)
  expectDone(one!)
  expect(other).toEqual(refusal(400, 'invalid_request'))
  expect(other!.body.error.message).toBe('The order has 200 notes already: remove one first.')
  const { notes } = (await staff.get(`/orders/${ids[2]}`)).body.data
  expect(notes).toHaveLength(ORDER_LIMITS.notes)
  expectDone(await staff.delete(`/orders/${ids[2]}/notes/${notes[0].id}`))
  expectDone(await add())
})

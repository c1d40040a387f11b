import { expect, test } from 'vitest'
import type { NewRow } from '../../server/src/database/tables.ts'
import { useService } from '../given/service.ts'
import { alter, done, expectDone, givenAgreedPrice, invalidFields, item, send, sendItems } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { alterCustomer, orderingShop } from '../given/order.ts'

const service = useService()

async function shop(values: Partial<NewRow<'buyer'>> = {}) {
  const { workspace, customerId } = await orderingShop(service)
  return { workspace, customerId, buyer: await givenSignedInBuyer(service, workspace, customerId, values) }
}

async function add(buyer: TestBuyer, ...lines: [sku: string, qty: number][]) {
  return done(buyer.post('/basket/lines', { lines: lines.map(([sku, qty]) => ({ sku, qty })) }))
}

async function basketOf(buyer: TestBuyer) {
  return done(buyer.get('/basket'))
}

type Line = { productId: string; qty: number; price: { unit: number } }

/** Orders a basket as the page does that shows it. */
function order(buyer: TestBuyer, basket: { token: string; lines: Line[] }, more: object = {}) {
  const lines = basket.lines.map(({ productId, qty, price }) => ({ productId, qty, unit: price.unit }))
  return buyer.post('/basket/order', { token: basket.token, lines, ...more })
}

test('quantities add up in the basket, which is the same in another session', async () => {
  const { workspace, buyer } = await shop()
  await add(buyer, ['PLATE', 2], ['bowl', 1])
  await add(buyer, ['plate', 3])
  const basket = await basketOf(buyer)
  expect(basket).toMatchObject({
    lines: [
      { sku: 'PLATE', name: 'Azure plate', qty: 5, price: { unit: 2550, line: 12_750 }, problem: null, before: null },
      { sku: 'BOWL', qty: 1, unitLabel: 'box of 6' },
    ],
    subtotal: 13_950,
    isChanged: false,
  })
  const plate = basket.lines[0].productId
  expectDone(await buyer.put(`/basket/lines/${plate}`, { qty: 7 }))
  expect((await basketOf(buyer)).lines[0].qty).toBe(7)
  expectDone(await buyer.delete(`/basket/lines/${plate}`))
  expect((await basketOf(buyer)).lines).toHaveLength(1)
  expect((await buyer.put(`/basket/lines/${plate}`, { qty: 7 })).status).toBe(404)
  const colleague = await givenSignedInBuyer(service, workspace, (await workspace.get('/customers')).body.data[0].id)
  expect((await basketOf(colleague)).lines).toEqual([])
})

test('what is sent again with its key, as the answer was lost, is added once', async () => {
  const { buyer } = await shop()
  const send = (key: string, qty: number) => done(buyer.post('/basket/lines', { key, lines: [{ sku: 'PLATE', qty }] }))
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const together = await Promise.all([send(first, 2), send(first, 2)])
  expect(together.map(({ added }) => added).toSorted()).toEqual([0, 1])
  await send(second, 3)
  expect(await send(first, 2)).toMatchObject({ added: 0, left: [] })
  expect((await basketOf(buyer)).lines).toMatchObject([{ sku: 'PLATE', qty: 5 }])
  for (let i = 0; i < 60; i++) await send(crypto.randomUUID(), 1)
  expect((await send(second, 3)).basket.lines).toMatchObject([{ qty: 68 }])
  expect(invalidFields(await buyer.post('/basket/lines', { key: 'a', lines: [{ sku: 'PLATE', qty: 1 }] }))).toEqual([
    'key',
  ])
})

test('the note and the purchase order number wait in the basket', async () => {
  const { buyer } = await shop()
  expectDone(await buyer.put('/basket', { poNumber: 'PO-1', note: 'Ring twice.' }))
  expect(await basketOf(buyer)).toMatchObject({ poNumber: 'PO-1', note: 'Ring twice.' })
  expectDone(await buyer.put('/basket', { poNumber: null }))
  expect(await basketOf(buyer)).toMatchObject({ poNumber: null, note: null })
})

test('what is wrong with a line is said at the line, and the line stays', async () => {
  const { workspace, buyer } = await shop()
  await send(workspace, [
    item({ sku: 'SIX', name: 'Six' }),
    item({ sku: 'LEFT', name: 'Left' }),
    item({ sku: 'FREE', name: 'Free' }),
  ])
  await alter(workspace, 'SIX', { min_order_qty: 6 })
  await add(buyer, ['SIX', 1], ['LEFT', 1], ['FREE', 1])
  await alter(workspace, 'LEFT', { active: false })
  await alter(workspace, 'FREE', { list_price: null })
  const { lines, subtotal } = await basketOf(buyer)
  expect(lines.map(({ problem }: { problem: string }) => problem)).toEqual([
    expect.stringContaining('sold from 6'),
    expect.stringContaining('no longer available to you'),
    expect.stringContaining('no price yet'),
  ])
  expect(subtotal).toBe(0)
  expect(lines[1]).toMatchObject({ name: 'Left', price: null })
})

test('a placed basket is one order, however often it is sent, and the next basket is another one', async () => {
  const { workspace, buyer } = await shop()
  await add(buyer, ['PLATE', 2])
  const basket = await basketOf(buyer)
  const answers = await Promise.all(Array.from({ length: 5 }, () => order(buyer, basket, { poNumber: 'PO-9' })))
  for (const answer of answers) expectDone(answer)
  expect(new Set(answers.map(({ body }) => body.data.number)).size).toBe(1)
  const late = await order(buyer, basket, { note: 'from another tab' })
  expect(late.body.data).toEqual(answers[0]!.body.data)
  const orders = (await workspace.get('/orders?status=new')).body.data
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({ buyer: { name: 'Bo Buyer', email: buyer.email }, poNumber: 'PO-9', subtotal: 5100 })
  expect((await basketOf(buyer)).lines).toEqual([])
  await add(buyer, ['PLATE', 2])
  expect((await order(buyer, await basketOf(buyer))).body.data.number).toBe(orders[0].number + 1)
})

test('a price that changed is told with both prices, and nothing is placed at a price that was not shown', async () => {
  const { workspace, customerId, buyer } = await shop()
  await add(buyer, ['PLATE', 2])
  const before = await basketOf(buyer)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2800 })
  const refused = await order(buyer, before)
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict', issues: [{ path: 'lines.0' }] } } })
  expect((await workspace.get('/orders')).body.data).toEqual([])
  const after = await basketOf(buyer)
  expect(after).toMatchObject({
    isChanged: true,
    lines: [{ price: { unit: 2800, label: 'Agreed price' }, before: { unit: 2550, label: '' } }],
  })
  // Another quantity does not hide the change.
  expectDone(await buyer.put(`/basket/lines/${after.lines[0].productId}`, { qty: 3 }))
  const changed = await basketOf(buyer)
  expect(changed.lines[0]).toMatchObject({ qty: 3, before: { unit: 2550 } })
  expectDone(await order(buyer, changed))
  expect((await workspace.get('/orders')).body.data[0].subtotal).toBe(8400)
})

test('a quantity break that a new quantity reaches is no change of the price', async () => {
  const { workspace, customerId, buyer } = await shop()
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2100, minQty: 24 })
  const { basket } = await add(buyer, ['PLATE', 18])
  expect(basket.lines[0]).toMatchObject({ price: { unit: 2550 }, nextBreak: { qty: 24, unit: 2100 } })
  await add(buyer, ['PLATE', 6])
  expect(await basketOf(buyer)).toMatchObject({ isChanged: false, lines: [{ price: { unit: 2100 }, nextBreak: null }] })
})

test('a basket that another session changed is not placed unseen', async () => {
  const { buyer } = await shop()
  await add(buyer, ['PLATE', 2])
  const seen = await basketOf(buyer)
  await add(buyer, ['BOWL', 1])
  expect((await order(buyer, seen)).body.error.code).toBe('conflict')
  expect((await basketOf(buyer)).lines).toHaveLength(2)
})

test('a customer whose terms say so needs a purchase order number', async () => {
  const { workspace, customerId, buyer } = await shop()
  await alterCustomer(workspace, customerId, { po_required: true })
  await add(buyer, ['PLATE', 2])
  const basket = await basketOf(buyer)
  expect(invalidFields(await order(buyer, basket))).toEqual(['poNumber'])
  expectDone(await order(buyer, basket, { poNumber: 'PO-2' }))
})

test('who may only prepare saves a list, and a colleague orders it', async () => {
  const { workspace, customerId, buyer } = await shop({ order_limit: 0 })
  await add(buyer, ['PLATE', 2], ['BOWL', 4])
  const refused = await order(buyer, await basketOf(buyer))
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
  const saved = await done(buyer.post('/lists', { name: 'Friday' }))
  expect(invalidFields(await buyer.post('/lists', { name: 'friday' }))).toEqual(['name'])
  const colleague = await givenSignedInBuyer(service, workspace, customerId, { name: 'Cy Colleague' })
  expect((await colleague.get('/lists')).body.data).toMatchObject([
    { name: 'Friday', createdBy: 'Bo Buyer', lineCount: 2 },
  ])
  expectDone(await colleague.post(`/lists/${saved.id}/basket`))
  expectDone(await order(colleague, await basketOf(colleague)))
})

test('lines are checked at once: price, next break, and the nearest for what is not found', async () => {
  const { workspace, customerId, buyer } = await shop()
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2100, minQty: 24 })
  await send(
    workspace,
    ['AM-CP27-AZ', 'AM-PLT35', 'AM-PLT45', '16-01', '16-02', '16-03', '16-07'].map((sku) =>
      item({ sku, name: 'Ware' }),
    ),
  )
  const answer = await buyer.post('/lines/check', {
    lines: [
      { sku: 'plate', qty: 18 },
      { sku: 'BOWLS', qty: 1 },
      { sku: 'ZZZ', qty: 1 },
      ...['AM-PC27-AZ', 'AMCP27AZ', '1607'].map((sku) => ({ sku, qty: 1 })),
    ],
  })
  expectDone(answer)
  expect(answer.body.data).toMatchObject([
    {
      sku: 'PLATE',
      price: { unit: 2550, line: 45_900 },
      nextBreak: { qty: 24, unit: 2100 },
      problem: null,
      nearest: [],
    },
    { sku: 'BOWLS', product: null, price: null, problem: expect.any(String), nearest: [{ sku: 'BOWL' }] },
    { sku: 'ZZZ', product: null, nearest: [] },
    { sku: 'AM-PC27-AZ', product: null, nearest: [{ sku: 'AM-CP27-AZ' }, { sku: 'AM-PLT35' }, { sku: 'AM-PLT45' }] },
    // What only one product can mean is that product, without its hyphens too.
    ...['AM-CP27-AZ', '16-07'].map((sku) => ({ sku, product: { name: 'Ware' }, problem: null, nearest: [] })),
  ])
  expect((await basketOf(buyer)).lines).toEqual([])
})

test('a basket holds a thousand lines, and says so', async () => {
  const { workspace, buyer } = await shop()
  for (let i = 0; i < 10; i++)
    await sendItems(workspace, 100, (j) => ({ sku: `N-${i * 100 + j}`, name: `N ${i} ${j}` }))
  const lines = Array.from({ length: 1000 }, (_, i): [string, number] => [`N-${i}`, 1])
  expect(await add(buyer, ...lines)).toMatchObject({ added: 1000, left: [] })
  expect(invalidFields(await buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] }))).toEqual(['lines'])
  expect((await basketOf(buyer)).lines).toHaveLength(1000)
})

import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, givenCustomer, item, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { move, place } from '../given/order.ts'

const service = useService()
const DAY_MS = 86_400_000

async function shop() {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'OTHER' })
  await send(
    workspace,
    [...'ABC'].map((sku) => item({ sku, name: `Product ${sku}`, listPrice: 500 })),
  )
  const staff = () => givenMember(service, workspace, 'manager')
  const order = async (skus: string, { days = 7, customer = 'QUAY', qty = 1 } = {}) => {
    service.later(days * DAY_MS)
    return place(workspace, { customer, lines: [...skus].map((sku) => ({ sku, qty })) })
  }
  return { workspace, customerId, staff, order }
}

test('a customer has its last and open orders, its credit, what it usually orders and what it stopped ordering', async () => {
  const { workspace, customerId, staff, order } = await shop()
  const path = `/customers/${customerId}`
  expect(await done((await staff()).get(`${path}/story`))).toEqual({
    lastOrder: null,
    openOrders: [],
    credit: { policy: 'hold', limit: null, openBalance: null, openOrders: { count: 0, value: 0 } },
  })
  expect(await done((await staff()).get(`${path}/stopped`))).toEqual([])
  const ids: string[] = []
  for (let week = 0; week < 5; week++) ids.push((await order('AB', { qty: 2 })).id)
  for (const status of ['confirmed', 'dispatched', 'completed']) {
    expectDone(await move(service, workspace, ids[0]!, { status }))
  }
  expectDone(await move(service, workspace, ids[1]!, { status: 'confirmed' }))
  expectDone(
    await workspace.put('/customers', {
      customers: [{ accountCode: 'QUAY', name: 'Quay', creditLimit: 9_000, openBalance: 700 }],
    }),
  )
  await order('B', { days: 27 })
  expect(await done((await staff()).get(`${path}/stopped`))).toEqual([])
  await order('ABC', { customer: 'OTHER', days: 0 })
  service.later(DAY_MS)
  const member = await staff()
  const story = await done(member.get(`${path}/story`))
  expect(story.credit).toEqual({
    policy: 'hold',
    limit: 9_000,
    openBalance: 700,
    openOrders: { count: 5, value: 8_500 },
  })
  expect(story.lastOrder).toMatchObject({ number: 1006, status: 'new' })
  expect(story.openOrders.map(({ number, status }: any) => `${number} ${status}`)).toEqual([
    '1006 new',
    '1005 new',
    '1004 new',
    '1003 new',
    '1002 confirmed',
  ])
  const usual = await done(member.get(`${path}/usual`))
  expect(usual).toMatchObject([
    { sku: 'B', isDue: true, last: { qty: 1, unit: 500 } },
    { sku: 'A', isDue: true, last: { qty: 2 }, product: { price: { unit: 500 } } },
  ])
  const stopped = await done(member.get(`${path}/stopped`))
  expect(stopped).toMatchObject([{ sku: 'A', orders: 5, everyDays: 7, last: { orderId: ids[4], qty: 2, unit: 500 } }])
  const lines = [...'ABC'].map((sku) => ({ sku, qty: 1 }))
  const priced = await done(member.post('/orders/price', { customer: 'QUAY', lines }))
  expect(priced.credit).toEqual(story.credit)
  expect(priced.creditHold).toEqual({ limit: 9_000, open: 10_700, over: 1_700 })
  expect(priced.lines.map(({ last }: any) => last && [last.qty, last.unit])).toEqual([[2, 500], [1, 500], null])
})

import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { useService } from '../service.ts'
import { done, givenCustomer, item, send } from './given.ts'
import { givenMember } from './given-member.ts'

const service = useService()

test('an empty workspace has its first steps before it', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'staff')
  const answer = await done(staff.get('/home'))
  const nothing = { total: 0, first: [] }
  expect(answer).toMatchObject({
    newOrders: nothing,
    drafts: nothing,
    scheduled: nothing,
    withoutPrice: nothing,
    failedImages: nothing,
    setUp: { products: false, customers: false, terms: false, buyers: false, orders: false },
  })
  const { weeks } = answer
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toEqual({ week: '2026-03-02', orders: 0, value: 0 })
})

test('what needs doing is there, and orders are counted by the week of the workspace', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'staff')
  await send(workspace, [item()])
  await send(workspace, [item({ listPrice: 2600 })])
  await staff.post('/products', { sku: 'SOON', name: 'Soon', unitLabel: 'each' })
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const order = (qty: number) => placeOrder(workspace.context, { customer: 'QUAY', lines: [{ sku: 'DEN-1042', qty }] })
  const before = service.time.now
  // A Sunday evening.
  service.time.now = new Date('2026-03-01T23:59:00Z')
  await order(1)
  service.time.now = before
  await order(2)
  await order(3)
  const { data } = (await staff.get('/home')).body
  expect(data).toMatchObject({
    newOrders: { total: 3, first: [{ number: 1003 }, { number: 1002 }, { number: 1001 }] },
    drafts: { total: 1, first: [{ lineCount: 1, status: 'draft' }] },
    withoutPrice: { total: 1, first: [{ sku: 'SOON' }] },
    setUp: { products: true, customers: true, terms: false, buyers: false, orders: true },
  })
  expect(data.weeks.slice(-2)).toEqual([
    { week: '2026-02-23', orders: 1, value: 2550 },
    { week: '2026-03-02', orders: 2, value: 12_750 },
  ])
})

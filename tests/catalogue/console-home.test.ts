import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { useService } from '../given/service.ts'
import { done, givenCustomer, item, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

test('an empty workspace has its first steps before it', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  const nothing = { total: 0, first: [] }
  expect(await done(staff.get('/home'))).toMatchObject({
    newOrders: nothing,
    drafts: nothing,
    scheduled: nothing,
    withoutPrice: nothing,
    failedImages: nothing,
    setUp: { products: false, customers: false, terms: false, buyers: false, orders: false },
  })
})

test('what needs doing is there', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  await send(workspace, [item()])
  await send(workspace, [item({ listPrice: 2600 })])
  await staff.post('/products', { sku: 'SOON', name: 'Soon', unitLabel: 'each' })
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const order = (qty: number) => placeOrder(workspace.context, { customer: 'QUAY', lines: [{ sku: 'DEN-1042', qty }] })
  await order(1)
  await order(2)
  await order(3)
  const { data } = (await staff.get('/home')).body
  expect(data).toMatchObject({
    newOrders: { total: 3, first: [{ number: 1003 }, { number: 1002 }, { number: 1001 }] },
    drafts: { total: 1, first: [{ lineCount: 1, status: 'draft' }] },
    withoutPrice: { total: 1, first: [{ sku: 'SOON' }] },
    setUp: { products: true, customers: true, terms: false, buyers: false, orders: true },
  })
})

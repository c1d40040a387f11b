import { expect, test } from 'vitest'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { approve, fill, givenColleagues, request, seen } from '../given/colleagues.ts'
import { done, expectDone, givenPriceGroup, refusal } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { orderActivity, orderingShop, refusedOrder } from '../given/order.ts'
import { useService } from '../given/service.ts'

const service = useService()

/** What `fill` puts into a basket comes to £63.00. */
const SUM = 6300

/** A shop that can be given minimum order values: of the workspace, of the price group Gold, and of its customer. */
async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const owner = await givenMember(service, workspace, 'owner')
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const gold = await givenPriceGroup(workspace, { customers: [customerId] })
  const put = (fields: object) =>
    workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay', ...fields }] })
  const ofWorkspace = async (minOrderValue: number | null) =>
    expectDone(await owner.put('/ordering', { ...(await done(owner.get('/ordering'))), minOrderValue }))
  const ofGroup = async (minOrderValue: number | null) =>
    expectDone(await owner.put(`/price-groups/${gold}/minimum-order`, { minOrderValue }))
  return { workspace, customerId, owner, buyer, gold, put, ofWorkspace, ofGroup }
}

test('the nearest minimum counts: the customer’s, else its group’s, else the workspace’s; 0 is none', async () => {
  const { workspace, customerId, owner, buyer, gold, put, ofWorkspace, ofGroup } = await shop()
  await fill(buyer)
  const shortfall = async () => (await done(buyer.get('/basket'))).shortfall
  expect(await shortfall()).toBeNull()
  await ofWorkspace(15_000)
  expect(await done(workspace.get('/workspace'))).toMatchObject({ minOrderValue: 15_000 })
  expect(await shortfall()).toEqual({ minimum: 15_000, missing: 15_000 - SUM })
  await ofGroup(10_000)
  expect(await done(owner.get(`/price-groups/${gold}`))).toMatchObject({ minOrderValue: 10_000 })
  expect(await shortfall()).toEqual({ minimum: 10_000, missing: 10_000 - SUM })
  expectDone(await put({ minOrderValue: SUM + 1 }))
  expectDone(await put({ phone: '1' }))
  expect(await done(workspace.get(`/customers/${customerId}`))).toMatchObject({ minOrderValue: SUM + 1 })
  expect(await shortfall()).toEqual({ minimum: SUM + 1, missing: 1 })
  expectDone(await put({ minOrderValue: SUM }))
  expect(await shortfall()).toBeNull()
  expectDone(await put({ minOrderValue: 0 }))
  expect(await shortfall()).toBeNull()
  expectDone(await put({ minOrderValue: null }))
  expect(await shortfall()).toMatchObject({ minimum: 10_000 })
  await ofGroup(null)
  expect(await shortfall()).toMatchObject({ minimum: 15_000 })
  const settings = await done(owner.get('/ordering'))
  const { minOrderValue, ...others } = settings
  expectDone(await owner.put('/ordering', { ...others, leadDays: 1 }))
  expect((await done(owner.get('/ordering'))).minOrderValue).toBe(minOrderValue)
  for (const wrong of [-1, 1.5, '150']) {
    expect(await put({ minOrderValue: wrong })).toEqual(refusal(400, 'validation_error'))
  }
})

test('below the minimum a buyer is refused with what is missing, and nothing is placed', async () => {
  const { workspace, buyer, ofWorkspace } = await shop()
  const { basket } = await fill(buyer)
  await ofWorkspace(10_040)
  const refused = await buyer.post('/basket/order', { ...seen(basket), belowMinimum: true })
  expect(refused).toEqual(refusal(400, 'invalid_request'))
  expect(refused.body.error.message).toBe(
    'The order cannot be placed yet: £37.40 more to reach the minimum order of £100.40.',
  )
  expect(await orderActivity(workspace)).toEqual([])
  await ofWorkspace(SUM)
  expectDone(await buyer.post('/basket/order', seen(basket)))
})

test('staff are told of the minimum, and place an order below it where they say so', async () => {
  const { workspace, owner, ofWorkspace } = await shop()
  await ofWorkspace(5_000)
  const lines = [{ sku: 'PLATE', qty: 1 }]
  const priced = await done(owner.post('/orders/price', { customer: 'QUAY', lines }))
  expect(priced.shortfall).toEqual({ minimum: 5_000, missing: 2_450 })
  const order = { customer: 'QUAY', lines, token: 'a' }
  const refused = await owner.post('/orders', order)
  expect(refused).toEqual(refusal(400, 'invalid_request'))
  expect(refused.body.error.message).toContain('£24.50 more to reach the minimum order of £50.00')
  expect((await refusedOrder(workspace, { lines })).message).toContain('£24.50 more')
  expectDone(await owner.post('/orders', { ...order, belowMinimum: true }))
})

test('a basket that waits for approval is held to the minimum when it is approved', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
  const path = await request(helper)
  const put = (minOrderValue: number) =>
    workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay', minOrderValue }] })
  expectDone(await put(SUM + 100))
  expect((await done(chief.get(path))).basket.shortfall).toEqual({ minimum: SUM + 100, missing: 100 })
  expect(await approve(chief, path)).toEqual(refusal(400, 'invalid_request'))
  expectDone(await put(SUM))
  expectDone(await approve(chief, path))
})

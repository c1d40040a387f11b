import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditHold } from '../../server/src/shared/credit.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, invalidFields } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { move, orderingShop, place, readOrder } from '../given/order.ts'

const service = useService()

async function shop(limits: object = { creditLimit: 10_000 }) {
  const { workspace, customerId } = await orderingShop(service)
  const put = async (fields: object) =>
    workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay', ...fields }] })
  expectDone(await put(limits))
  const owner = await givenMember(service, workspace, 'owner')
  const set = async (changes: object) => {
    const settings = await done(owner.get('/ordering'))
    return owner.put('/ordering', { ...settings, ...changes })
  }
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  return { workspace, customerId, put, owner, set, buyer }
}

test('an order past the limit waits, with its figures, until it is confirmed knowingly', async () => {
  const { workspace, put, owner, set, buyer } = await shop()
  expectDone(await set({ taxRateBp: 2_000 }))
  expectDone(await put({ openBalance: 5_000 }))
  const [first, second] = [await place(workspace), await place(workspace, { buyer: buyer.email })]
  expect((await readOrder(workspace, first.id)).creditHold).toBeNull()
  // 50.00 owed, and twice 30.60 with tax.
  const hold = { limit: 10_000, open: 11_120, over: 1_120 }
  for (const shown of [
    await readOrder(workspace, second.id),
    await done(buyer.get(`/orders/${second.id}`)),
    await done(owner.get(`/orders/${second.id}`)),
    (await workspace.get('/orders?status=new')).body.data[0],
  ]) {
    expect(shown).toMatchObject({ status: 'new', creditHold: hold })
  }
  const refused = await move(service, workspace, second.id, { status: 'confirmed' })
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: { code: 'invalid_request', message: expect.stringContaining('£11.20 over its limit of £100.00') },
    },
  })
  expect(await done(owner.get('/orders?held=true'))).toMatchObject([{ id: second.id }])
  expect(await done(owner.get('/orders?held=false'))).toMatchObject([{ id: first.id }])
  const counted = '/orders/counts/views?views=status%3Dnew%26held%3Dtrue&views=held%3Dmaybe'
  expect(await done(owner.get(counted))).toEqual([1, null])
  const together = { orders: [{ id: second.id, seen: 'new' }], status: 'confirmed' }
  expect(await done(owner.post('/orders/moves', together))).toMatchObject({ moved: 0, problems: [{ id: second.id }] })
  const seen = { status: 'confirmed', seen: 'new' }
  expect((await owner.patch(`/orders/${second.id}`, seen)).status).toBe(400)
  expectDone(await owner.patch(`/orders/${second.id}`, { ...seen, liftCreditHold: true }))
  expect(await readOrder(workspace, second.id)).toMatchObject({ status: 'confirmed', creditHold: null })
  expect((await done(owner.get(counted)))[0]).toBe(0)
  const [entry] = (await workspace.get('/activity?limit=1')).body.data
  expect(entry.changes.creditHold).toEqual({ from: hold, to: null })
})

test('completed and cancelled orders are not open; a limit that is not set holds nothing', async () => {
  const { workspace, put } = await shop()
  const { id } = await place(workspace, { lines: [{ sku: 'PLATE', qty: 3 }] })
  const held = await place(workspace, { lines: [{ sku: 'PLATE', qty: 2 }] })
  expect((await readOrder(workspace, held.id)).creditHold).toMatchObject({ over: 2_750 })
  expectDone(await move(service, workspace, held.id, { status: 'cancelled', note: 'Too much.' }))
  expect((await readOrder(workspace, held.id)).creditHold).toBeNull()
  for (const status of ['confirmed', 'dispatched', 'completed']) {
    expectDone(await move(service, workspace, id, { status }))
  }
  const third = await place(workspace, { lines: [{ sku: 'PLATE', qty: 3 }] })
  expect((await readOrder(workspace, third.id)).creditHold).toBeNull()
  expectDone(await put({ creditLimit: null, openBalance: 900_000 }))
  expect((await readOrder(workspace, (await place(workspace)).id)).creditHold).toBeNull()
})

test('as the wholesaler sets it, such an order is refused, or passes; basket and prices say it before', async () => {
  const { workspace, owner, set, buyer } = await shop({ creditLimit: 2_000 })
  const lines = [{ sku: 'PLATE', qty: 1 }]
  const hold = { limit: 2_000, open: 2_550, over: 550 }
  expect((await done(owner.post('/orders/price', { customer: 'QUAY', lines }))).creditHold).toEqual(hold)
  const { basket } = await done(buyer.post('/basket/lines', { lines }))
  expect(basket).toMatchObject({ creditHold: hold, creditPolicy: 'hold' })
  expectDone(await set({ creditPolicy: 'refuse' }))
  const sent = { token: basket.token, lines: [{ productId: basket.lines[0].productId, qty: 1, unit: 2550 }] }
  const message = 'This order takes the account to £25.50, £5.50 over its limit of £20.00'
  expect(await buyer.post('/basket/order', sent)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', message: expect.stringContaining(message) } },
  })
  expect((await owner.post('/orders', { customer: 'QUAY', lines, token: 'a' })).status).toBe(400)
  expect((await workspace.get('/orders')).body.data).toEqual([])
  expectDone(await set({ creditPolicy: 'nothing' }))
  const { id } = await done(buyer.post('/basket/order', sent))
  expect((await readOrder(workspace, id)).creditHold).toBeNull()
  expect(invalidFields(await set({ creditPolicy: 'ask' }))).toEqual(['creditPolicy'])
})

test('of orders that come at once, exactly those pass that fit, whatever their number and size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 1, max: 20 }),
      async (quantities, plates) => {
        const { workspace } = await shop({ creditLimit: plates * 2_550, openBalance: 1 })
        const placed = await Promise.all(quantities.map((qty) => place(workspace, { lines: [{ sku: 'PLATE', qty }] })))
        const orders = await Promise.all(placed.map(({ id }) => readOrder(workspace, id)))
        let openOrders = 0
        for (const { subtotal, creditHold: shown } of orders.toSorted((a, b) => a.number - b.number)) {
          expect(shown).toEqual(creditHold(plates * 2_550, { openBalance: 1, openOrders, order: subtotal }))
          openOrders += subtotal
        }
      },
    ),
    { numRuns: 5 },
  )
})

import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Actor } from '../../server/src/database/column-values.ts'
import { InvalidInput, InvalidRequest, NotFound } from '../../server/src/errors.ts'
import type { NewOrder } from '../../server/src/orders/new-order.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { alter, givenBuyer, givenCustomer, item, items, send } from '../given/given.ts'
import { alterCustomer, orderActivity, orderingShop, place, readOrder, refusedOrder } from '../given/order.ts'

const service = useService()

/** The problems with an order, by the field they are about. */
async function issues(workspace: TestWorkspace, order: Partial<NewOrder>): Promise<Record<string, string>> {
  const error = await refusedOrder(workspace, order)
  expect(error).toBeInstanceOf(InvalidInput)
  return Object.fromEntries((error as InvalidInput).issues.map(({ path, message }) => [path, message]))
}

async function setBuyer({ id, context }: TestWorkspace, status: 'invited' | 'active' | 'disabled'): Promise<void> {
  await context.db.updateTable('buyer').set({ status }).where('workspace_id', '=', id).execute()
}

test('orders are numbered from 1001 without gaps, however many are placed at once', async () => {
  const { workspace } = await orderingShop(service)
  await refusedOrder(workspace, { lines: [{ sku: 'NO-SUCH', qty: 1 }] })
  const placed = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => place(workspace, { lines: [{ sku: i % 4 ? 'BOWL' : 'NO-SUCH', qty: 1 }] })),
  )
  const numbers = placed.flatMap((result) => (result.status === 'fulfilled' ? [result.value.number] : []))
  expect(numbers.toSorted()).toEqual(Array.from({ length: 9 }, (_, i) => 1001 + i))
})

test('placing is recorded under the name of who did it', async () => {
  const { workspace } = await orderingShop(service)
  const staff: Actor = { type: 'staff', id: randomUUIDv7(), name: 'Ruth Calder' }
  const { id, number } = await placeOrder(
    { ...workspace.context, actor: staff },
    { customer: 'quay', lines: [{ sku: 'BOWL', qty: 3 }] },
  )
  expect(await orderActivity(workspace)).toEqual([
    {
      action: 'order.place',
      actor: staff,
      subject: { type: 'order', id, label: String(number) },
      changes: { customer: 'Quay Café', lineCount: 1, subtotal: 3600, currency: 'GBP' },
    },
  ])
  expect(await readOrder(workspace, id)).toMatchObject({ buyer: null, history: [{ status: 'new', by: staff }] })
})

test('an order of a thousand lines keeps them in the order in which they were given', async () => {
  const { workspace } = await orderingShop(service)
  const products = items(1000, (i) => ({ listPrice: i }))
  for (let i = 0; i < products.length; i += 100) await send(workspace, products.slice(i, i + 100))
  const lines = products.map(({ sku }, i) => ({ sku, qty: i + 1 })).toReversed()
  const { id } = await place(workspace, { lines })
  const order = await readOrder(workspace, id)
  expect(order.lines.map(({ sku, qty }: any) => ({ sku, qty }))).toEqual(lines)
  expect(order.subtotal).toBe(products.reduce((sum, { listPrice }, i) => sum + (listPrice as number) * (i + 1), 0))
})

test('what cannot be ordered is told line by line, all of it together, naming the SKU', async () => {
  const { workspace, customerId } = await orderingShop(service)
  await alterCustomer(workspace, customerId, { po_required: true })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await send(workspace, [
    item({ sku: 'GONE' }),
    item({ sku: 'NO-PRICE' }),
    item({ sku: 'PIER-ONLY', onlyFor: ['PIER'] }),
    item({ sku: 'CRATE' }),
  ])
  await alter(workspace, 'GONE', { active: false })
  await alter(workspace, 'NO-PRICE', { list_price: null })
  await alter(workspace, 'CRATE', { min_order_qty: 6 })
  const asked = ['PLATE', 'gone', 'no-price', 'pier-only', 'crate', 'no-such', 'plate']
  const found = await issues(workspace, { lines: asked.map((sku) => ({ sku, qty: 5 })) })
  expect(found).toEqual({
    'lines.1': expect.stringMatching(/"GONE" is inactive/),
    'lines.2': expect.stringMatching(/"NO-PRICE" has no price/),
    'lines.3': expect.stringMatching(/"PIER-ONLY" is not visible to this customer/),
    'lines.4': expect.stringMatching(/"CRATE" is sold from 6 up, and the order has 5/),
    'lines.5': expect.stringMatching(/no product with the SKU "no-such"/),
    'lines.6': expect.stringMatching(/"plate" is in this order more than once/),
    poNumber: expect.stringMatching(/purchase order number/),
  })
  await place(workspace, { lines: [{ sku: 'CRATE', qty: 6 }], poNumber: 'PO-1' })
  await place(workspace, { customer: 'PIER', lines: [{ sku: 'PIER-ONLY', qty: 1 }] })
})

test('a buyer is not told of a product that only others can see', async () => {
  const { workspace } = await orderingShop(service)
  await send(workspace, [item({ sku: 'SECRET', onlyFor: [] })])
  const buyer: Actor = { type: 'buyer', id: randomUUIDv7(), name: 'Bo Buyer' }
  const messages = async (actor: Actor, sku: string) => {
    const error = await refusedOrder(
      { ...workspace, context: { ...workspace.context, actor } },
      { lines: [{ sku, qty: 1 }] },
    )
    return error.message.replaceAll(sku, '')
  }
  expect(await messages(buyer, 'SECRET')).toBe(await messages(buyer, 'NO-SUCH'))
  expect(await messages(workspace.context.actor, 'SECRET')).not.toBe(await messages(buyer, 'SECRET'))
})

test('an order that comes to more than can be counted is refused', async () => {
  const { workspace } = await orderingShop(service)
  const dear = items(10, () => ({ listPrice: 1_000_000_000 }))
  await send(workspace, dear)
  const lines = dear.map(({ sku }) => ({ sku, qty: 1_000_000 }))
  expect(await issues(workspace, { lines })).toEqual({ lines: expect.stringMatching(/split the order/) })
  const { id } = await place(workspace, { lines: lines.slice(1) })
  expect((await readOrder(workspace, id)).subtotal).toBe(9e15)
})

test('a customer that does not exist, or whose account is closed, cannot order', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const unknown = await refusedOrder(workspace, { customer: 'NO-ONE' })
  expect(unknown).toBeInstanceOf(NotFound)
  expect(unknown.message).toContain('NO-ONE')
  await alterCustomer(workspace, customerId, { active: false })
  const closed = await refusedOrder(workspace, { customer: customerId })
  expect(closed).toBeInstanceOf(InvalidRequest)
  expect(closed.message).toMatch(/Quay Café is not an active customer/)
})

test('a buyer who is invited only, disabled, unknown, or another customer’s, cannot order', async () => {
  const { workspace, customerId } = await orderingShop(service)
  await givenBuyer(workspace, customerId, 'Bo@quay.example')
  const buyer = 'bo@QUAY.example'
  expect(await refusedOrder(workspace, { buyer })).toEqual(
    new InvalidRequest('Bo Buyer has not accepted the invitation yet, and can order once that is done.'),
  )
  await setBuyer(workspace, 'disabled')
  expect(await refusedOrder(workspace, { buyer })).toEqual(
    new InvalidRequest('Bo Buyer is disabled, and cannot order.'),
  )
  expect(await refusedOrder(workspace, { buyer: 'jo@quay.example' })).toBeInstanceOf(NotFound)
  await setBuyer(workspace, 'active')
  await givenCustomer(workspace, { accountCode: 'PIER' })
  expect(await refusedOrder(workspace, { buyer, customer: 'PIER' })).toBeInstanceOf(NotFound)

  const { id } = await place(workspace, { buyer })
  expect(await readOrder(workspace, id)).toMatchObject({ buyer: { name: 'Bo Buyer', email: 'Bo@quay.example' } })
})

import { expect, test } from 'vitest'
import { InvalidInput } from '../../server/src/errors.ts'
import type { NewOrder } from '../../server/src/orders/new-order.ts'
import { useService } from '../given/service.ts'
import { alter, givenCustomer } from '../given/given.ts'
import { orderActivity, orderingShop, place, refusedOrder } from '../given/order.ts'

const service = useService()

const order = {
  lines: [
    { sku: 'PLATE', qty: 1 },
    { sku: 'BOWL', qty: 2 },
  ],
  poNumber: 'PO-1',
  note: 'Soon',
  token: 'A-1',
}

test('a repeat with the same token returns the first order and places nothing, also when all come at once', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const placed = await Promise.all(Array.from({ length: 6 }, () => place(workspace, order)))
  expect(new Set(placed.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await workspace.get('/orders')).body.data).toHaveLength(1)
  expect(await orderActivity(workspace)).toHaveLength(1)

  const swapped = order.lines.toReversed().map(({ sku, qty }) => ({ sku: sku.toLowerCase(), qty }))
  expect(await place(workspace, { ...order, customer: customerId, lines: swapped })).toEqual(placed[0])
  expect((await place(workspace, { ...order, token: 'A-2' })).number).toBe(placed[0]!.number + 1)
})

test('a repeat with the same token returns the first order whatever has become of the customer, the products and their prices', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const placed = await place(workspace, order)
  await alter(workspace, 'PLATE', { active: false, list_price: null })
  await workspace.context.db
    .deleteFrom('customer')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', customerId)
    .execute()
  expect(await place(workspace, order)).toEqual(placed)
})

test.each<[string, Partial<NewOrder>]>([
  ['another customer', { customer: 'PIER' }],
  ['a buyer', { buyer: 'bo@quay.example' }],
  ['another quantity', { lines: [{ ...order.lines[0]!, qty: 2 }, order.lines[1]!] }],
  ['a line less', { lines: order.lines.slice(1) }],
  ['another purchase order number', { poNumber: 'PO-2' }],
  ['no note', { note: undefined }],
])('a repeat with the same token is refused with %s', async (_, change) => {
  const { workspace } = await orderingShop(service)
  await givenCustomer(workspace, { accountCode: 'PIER' })
  const { number } = await place(workspace, order)
  const error = await refusedOrder(workspace, { ...order, ...change })
  expect(error).toBeInstanceOf(InvalidInput)
  expect(error.message).toMatch(/^token: .*"A-1" belongs to another order/)
  expect(error.message).not.toContain(String(number))
})

test('the same token stands for another order in another workspace', async () => {
  const [{ workspace }, { workspace: other }] = [await orderingShop(service), await orderingShop(service)]
  const placed = await place(workspace, order)
  expect((await place(other, order)).id).not.toBe(placed.id)
})

import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { alter, done, expectDone, givenAgreedPrice, invalidFields, item, read, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop, place, readOrder, refusedOrder } from '../given/order.ts'

const service = useService()

/** SIX is sold in 6s, from 12 up. */
async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  await send(workspace, [item({ sku: 'SIX', name: 'Mug', listPrice: 100, orderMultiple: 6 })])
  await alter(workspace, 'SIX', { min_order_qty: 10 })
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const staff = await givenMember(service, workspace, 'manager')
  return { workspace, customerId, buyer, staff }
}

const SAYS = (qty: string) => expect.stringContaining(`"SIX" is sold in 6s, from 12 up: order ${qty}.`)

test('the multiple of a product is sent, stays when left out, and is a whole number of 1 or more', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  expect((await read(workspace, 'DEN-1042')).orderMultiple).toBe(1)
  await send(workspace, [item({ orderMultiple: 6 })])
  const { updatedAt } = await read(workspace, 'DEN-1042')
  service.later()
  await send(workspace, [item({ orderMultiple: 6 })])
  await send(workspace, [item()])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ orderMultiple: 6, updatedAt })
  for (const orderMultiple of [0, -6, 1.5, '6', 1_000_001]) {
    const refused = await workspace.put('/products', { products: [item({ orderMultiple })] })
    expect(invalidFields(refused)).toEqual(['products.0.orderMultiple'])
  }
})

test('staff change the multiple on the page of a product and of many at once, and can take that back', async () => {
  const { workspace, staff } = await shop()
  const { id } = await read(workspace, 'SIX')
  const { version } = await done(staff.get(`/products/${id}`))
  const { product } = await done(staff.patch(`/products/${id}`, { version, orderMultiple: 4 }))
  expect(product).toMatchObject({ minOrderQty: 10, orderMultiple: 4 })
  const change = { field: 'orderMultiple', value: 5 }
  const edit = await done(staff.post('/products/bulk', { products: { ids: [id] }, change }))
  expect((await read(workspace, 'SIX')).orderMultiple).toBe(5)
  expectDone(await staff.post(`/edits/${edit.undo}/undo`, {}))
  expect((await read(workspace, 'SIX')).orderMultiple).toBe(4)
})

test('another quantity is refused at its line, whoever orders, with what to order instead', async () => {
  const { workspace, staff, buyer } = await shop()
  const lines = [{ sku: 'SIX', qty: 13 }]
  expect(await refusedOrder(workspace, { lines })).toMatchObject({
    issues: [{ path: 'lines.0', message: SAYS('12 or 18') }],
  })
  const placed = await staff.post('/orders', { customer: 'QUAY', lines, token: 'a' })
  expect(placed.body.error.issues).toEqual([{ path: 'lines.0', message: SAYS('12 or 18') }])
  expect((await done(staff.post('/orders/price', { customer: 'QUAY', lines }))).lines[0]).toMatchObject({
    problem: SAYS('12 or 18'),
    product: { minOrderQty: 10, orderMultiple: 6 },
  })
  expect((await done(buyer.post('/lines/check', { lines: [{ sku: 'six', qty: 6 }] })))[0].problem).toEqual(SAYS('12'))
  const { basket } = await done(buyer.post('/basket/lines', { lines }))
  expect(basket).toMatchObject({ subtotal: 0, lines: [{ orderMultiple: 6, problem: SAYS('12 or 18') }] })
  const [{ productId }] = basket.lines
  const shown = [{ productId, qty: 13, unit: 100 }]
  const refused = await buyer.post('/basket/order', { token: basket.token, lines: shown })
  expect(refused.body.error.issues).toEqual([{ path: 'lines.0', message: SAYS('12 or 18') }])

  expect((await done(buyer.put(`/basket/lines/${productId}`, { qty: 18 }))).lines[0].problem).toBeNull()
  const { id } = await place(workspace, { lines: [{ sku: 'SIX', qty: 18 }] })
  await send(workspace, [item({ sku: 'SIX', name: 'Mug', listPrice: 100, orderMultiple: 4 })])
  expect((await done(buyer.get(`/orders/${id}/again`)))[0].problem).toContain('sold in 4s, from 12 up: order 16 or 20')
})

test('the next quantity at which a unit is cheaper can be ordered', async () => {
  const { workspace, customerId, staff } = await shop()
  await givenAgreedPrice(workspace, customerId, 'SIX', { unit: 90, minQty: 20 })
  await givenAgreedPrice(workspace, customerId, 'SIX', { unit: 80, minQty: 24 })
  const lines = [{ sku: 'SIX', qty: 1 }]
  const priced = await done(staff.post('/orders/price', { customer: 'QUAY', lines }))
  expect(priced.lines[0].nextBreak).toEqual({ qty: 24, unit: 80 })
})

test('an order keeps the availability and the lead time that it was placed with', async () => {
  const { workspace, buyer } = await shop()
  const stock = { availability: 'made_to_order', leadTimeNote: '3 weeks' }
  const mug = item({ sku: 'SIX', name: 'Mug', listPrice: 100, ...stock })
  await send(workspace, [mug])
  const { basket } = await done(buyer.post('/basket/lines', { lines: [{ sku: 'SIX', qty: 12 }] }))
  expect(basket.lines[0]).toMatchObject(stock)
  const { id } = await place(workspace, { lines: [{ sku: 'SIX', qty: 12 }] })
  await send(workspace, [{ ...mug, availability: 'in_stock', leadTimeNote: 'Tomorrow' }])
  expect((await readOrder(workspace, id)).lines[0]).toMatchObject(stock)
  expect((await done(buyer.get(`/orders/${id}`))).lines[0]).toMatchObject(stock)
})

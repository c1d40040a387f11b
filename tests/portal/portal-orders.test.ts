import { expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { useService } from '../given/service.ts'
import { expectDone, givenAgreedPrice, givenCustomer } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { move, orderingShop, place } from '../given/order.ts'

const service = useService()

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  return { workspace, customerId, buyer: await givenSignedInBuyer(service, workspace, customerId) }
}

test('a buyer sees all orders of the customer, also what staff placed by phone, as they move', async () => {
  const { workspace, buyer } = await shop()
  const { id } = await place(workspace, { poNumber: 'PO-5' })
  const before = await buyer.get('/orders')
  expect(before.body.data).toMatchObject([{ id, status: 'new', buyer: null, poNumber: 'PO-5', subtotal: 2550 }])
  expect(before.body.data[0]).not.toHaveProperty('customer')
  const tag = { 'if-none-match': before.headers.get('etag')! }
  expect((await buyer.get('/orders', tag)).status).toBe(304)
  expectDone(await move(service, workspace, id, { status: 'confirmed', note: 'Ships on Tuesday.' }))
  expect((await buyer.get('/orders', tag)).body.data[0].status).toBe('confirmed')
  const { data } = (await buyer.get(`/orders/${id}`)).body
  expect(data).toMatchObject({
    lines: [{ sku: 'PLATE', qty: 1, price: { unit: 2550, label: '', list: null } }],
    history: [
      { status: 'new', by: null },
      { status: 'confirmed', by: null, note: 'Ships on Tuesday.' },
    ],
  })
  expect((await buyer.get('/orders?status=new')).body.data).toEqual([])
})

test('orders are found by their number or purchase order number, and by nothing else', async () => {
  const { workspace, buyer } = await shop()
  const first = await place(workspace, { poNumber: 'Café 77/a' })
  const second = await place(workspace, { buyer: buyer.email })
  const found = async (q: string) => {
    const { data } = (await buyer.get(`/orders?q=${encodeURIComponent(q)}`)).body
    return data.map(({ id }: { id: string }) => id)
  }
  expect(await found('cafe')).toEqual([first.id])
  expect(await found('77/A caf')).toEqual([first.id])
  expect(await found(String(second.number))).toEqual([second.id])
  expect(await found('10')).toEqual([second.id, first.id])
  const { customer } = (await buyer.get('/portal')).body.data
  expect(await found(customer.name)).toEqual([])
  expect(await found('Bo Buyer')).toEqual([])
  expect(await found('%')).toEqual([])
})

test('where it is asked for, orders are found by what is in them, too, and those of others never', async () => {
  const { workspace, buyer } = await shop()
  const { id } = await place(workspace, { poNumber: 'PO-5' })
  const other = await givenCustomer(workspace, { accountCode: 'OTHER' })
  await place(workspace, { customer: 'OTHER', poNumber: 'PO-6' })
  const neighbour = await givenSignedInBuyer(service, workspace, other)
  const found = async (q: string, from = buyer) =>
    (await from.get(`/orders?everywhere=true&q=${encodeURIComponent(q)}`)).body.data.map((one: any) => one.id)
  for (const q of ['PLATE', 'azure', 'po-5 plat']) expect(await found(q)).toEqual([id])
  for (const q of ['azure po-6', '%', 'Bo Buyer']) expect(await found(q)).toEqual([])
  expect(await found('plate', neighbour)).toHaveLength(1)
  expect(await found('po-5', neighbour)).toEqual([])
})

test('staff confirm in the console what a buyer ordered, and never tell the buyer who they are', async () => {
  const { workspace, buyer } = await shop()
  const staff = await givenMember(service, workspace, 'manager', { name: 'Sandra Secret' })
  expectDone(await buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] }))
  const basket = (await buyer.get('/basket')).body.data
  const [{ productId, price }] = basket.lines
  const placed = await buyer.post('/basket/order', {
    token: basket.token,
    lines: [{ productId, qty: 1, unit: price.unit }],
  })
  const { id } = placed.body.data
  expectDone(await staff.patch(`/orders/${id}`, { status: 'confirmed', seen: 'new' }))
  const { data } = (await buyer.get(`/orders/${id}`)).body
  expect(data.history).toMatchObject([{ by: 'Bo Buyer' }, { status: 'confirmed', by: null }])
  expect(JSON.stringify(data)).not.toContain('Sandra')
})

test('"order again" shows what is different today', async () => {
  const { workspace, customerId, buyer } = await shop()
  const { id } = await place(workspace, {
    lines: [
      { sku: 'PLATE', qty: 2 },
      { sku: 'BOWL', qty: 1 },
    ],
  })
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2000 })
  const { id: bowl } = (await buyer.get('/products?q=BOWL')).body.data[0]
  await deleteProduct(workspace.context, { id: bowl })
  const { data } = (await buyer.get(`/orders/${id}/again`)).body
  expect(data).toMatchObject([
    { sku: 'PLATE', qty: 2, price: { unit: 2000, label: 'Agreed price' }, ordered: { unit: 2550 }, problem: null },
    { sku: 'BOWL', name: 'Azure bowl', price: null, problem: expect.stringContaining('no longer available to you') },
  ])
})

test('a buyer gets a mail as the own order is placed and moves on, and about others as they want', async () => {
  const { workspace, customerId, buyer } = await shop()
  const all = await givenSignedInBuyer(service, workspace, customerId, { order_mails: 'all' })
  const none = await givenSignedInBuyer(service, workspace, customerId, { order_mails: 'none' })
  const subjects = async (to: string) => {
    const mails = await service.context.db
      .selectFrom('mail')
      .select(['subject', 'text'])
      .where('recipient', '=', to)
      .orderBy('id')
      .execute()
    for (const { text } of mails) expect(text).toContain(`/t/${buyer.slug}/orders/`)
    return mails.map(({ subject }) => subject.split(' · ')[0]!.replace(/\d+/, 'N'))
  }
  const { id } = await place(workspace, { buyer: buyer.email })
  const byPhone = await place(workspace)
  expectDone(await move(service, workspace, id, { status: 'confirmed' }))
  expectDone(await move(service, workspace, id, { status: 'dispatched' }))
  expectDone(await move(service, workspace, byPhone.id, { status: 'cancelled', note: 'Out of stock.' }))
  expect(await subjects(buyer.email)).toEqual(['Order N was placed', 'Order N is confirmed', 'Order N is on its way'])
  expect(await subjects(all.email)).toHaveLength(5)
  expect(await subjects(none.email)).toEqual([])
})

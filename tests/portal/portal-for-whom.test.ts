import { expect, test } from 'vitest'
import { disableBuyer } from '../../server/src/customers/buyers.ts'
import { useService } from '../given/service.ts'
import { callAppApi, FROM_PAGE } from '../given/app-api-calls.ts'
import { expectDone, givenCustomer, givenDiscount, raiseRevision } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { orderingShop } from '../given/order.ts'

const service = useService()

test('who buys for two customers chooses for whom, and sees the prices of that one', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const second = await givenCustomer(workspace, { accountCode: 'SECOND' })
  await givenDiscount(workspace, customerId, 1000)
  await givenDiscount(workspace, second, 5000)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const other = await givenSignedInBuyer(service, workspace, second)
  const stranger = await givenSignedInBuyer(service, workspace, second)
  const { db } = workspace.context
  await db
    .updateTable('buyer')
    .set({ person_id: buyer.personId })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', other.id)
    .execute()
  await raiseRevision(workspace)
  for (const [chosen, unit] of [
    [other.id, 1275],
    [buyer.id, 2295],
    [other.id, 1275],
  ] as const) {
    expectDone(await buyer.post('/acting-for', { buyerId: chosen }))
    const portal = (await buyer.get('/portal')).body.data
    expect(portal.me.id).toBe(chosen)
    expect(portal.ownCustomers.map(({ buyerId }: { buyerId: string }) => buyerId).toSorted()).toEqual(
      [buyer.id, other.id].toSorted(),
    )
    expect((await buyer.get('/products?q=PLATE')).body.data[0].price.unit).toBe(unit)
  }
  expect((await buyer.post('/acting-for', { buyerId: stranger.id })).status).toBe(404)
  expect((await stranger.get('/portal')).body.data.ownCustomers).toHaveLength(1)
})

test('a page that shows one buyer neither reads nor writes for another one of the same person', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const second = await givenCustomer(workspace, { accountCode: 'SECOND' })
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const other = await givenSignedInBuyer(service, workspace, second)
  await workspace.context.db
    .updateTable('buyer')
    .set({ person_id: buyer.personId })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', other.id)
    .execute()
  const lines = [{ sku: 'PLATE', qty: 2 }]
  expectDone(await buyer.post('/basket/lines', { lines }))
  expectDone(await buyer.post('/acting-for', { buyerId: other.id }))
  // The open page knows nothing of it.
  const named = { buyer: buyer.id }
  const refused = { status: 409, body: { error: { code: 'other_buyer' } } }
  const basket = (await buyer.get('/basket')).body.data
  const line = `/basket/lines/${(await buyer.get('/products?q=PLATE')).body.data[0].id}`
  const writes = [
    await buyer.post('/basket/lines', { lines }),
    await buyer.put(line, { qty: 5 }),
    await buyer.delete(line),
    await buyer.delete('/basket/lines'),
    await buyer.put('/basket', { poNumber: '1' }),
    await buyer.put('/mails', { orderMails: 'none', priceMails: false }),
    await buyer.post('/lists', { name: 'Mine', shared: true }),
    await buyer.post('/lines/check', { lines }),
    await buyer.post('/approval-requests', { token: 'T-1' }),
    // Whose page does not say for whom it writes.
    await buyer.post('/basket/lines', { lines }, { buyer: '' }),
    await callAppApi(service, buyer.token, 'POST', `/portal/${buyer.slug}/basket/lines`, {
      headers: FROM_PAGE,
      body: JSON.stringify({ lines }),
    }),
  ]
  for (const answer of writes) expect(answer).toMatchObject(refused)
  for (const path of ['/portal', '/basket', '/products', '/orders', '/colleagues', '/lists', '/price-list']) {
    expect(await buyer.get(path, named)).toMatchObject(refused)
  }
  // A link has no headers.
  for (const path of ['/price-list.csv', '/price-list.pdf', '/price-list.xlsx', '/price-list']) {
    expect(await buyer.get(`${path}?buyer=${buyer.id}`)).toMatchObject(refused)
    expect((await buyer.get(`${path}?buyer=${other.id}`)).status).toBe(200)
    expect(await buyer.get(`${path}?buyer=${other.id}&buyer=${buyer.id}`)).toMatchObject(refused)
  }
  expect((await buyer.get('/basket')).body.data).toEqual(basket)
  expect(basket.lines).toEqual([])
  expectDone(await buyer.post('/acting-for', { buyerId: buyer.id }))
  expect((await buyer.get('/basket', named)).body.data.lines).toMatchObject([{ sku: 'PLATE', qty: 2 }])
  expectDone(await buyer.put(line, { qty: 5 }))
})

test('a page of a buyer who was disabled does not go on for the next one of the person', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const second = await givenCustomer(workspace, { accountCode: 'SECOND' })
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const other = await givenSignedInBuyer(service, workspace, second, { person_id: buyer.personId })
  expectDone(await buyer.post('/acting-for', { buyerId: buyer.id }))
  await disableBuyer(workspace.context, { id: buyer.id })
  const lines = [{ sku: 'PLATE', qty: 2 }]
  expect(await buyer.post('/basket/lines', { lines })).toMatchObject({ status: 409 })
  expect((await buyer.get('/basket')).body.data.lines).toEqual([])
  expect((await buyer.get('/portal')).body.data.me.id).toBe(other.id)
})

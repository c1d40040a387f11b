import { expect, test } from 'vitest'
import { disableBuyer } from '../../server/src/customers/buyers.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, givenCustomer, givenDiscount, item, raiseRevision, send } from '../given/given.ts'
import { callAppApi } from '../given/app-api-calls.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { alterCustomer, orderingShop, place } from '../given/order.ts'
import { portalCalls } from '../given/app-api-operations.ts'

const service = useService()

test('a buyer reads the portal: whose it is, for whom they order, and who they are', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  expect(await done(buyer.get('/portal'))).toMatchObject({
    currency: 'GBP',
    takesOrders: true,
    customer: { name: 'Quay Café', accountCode: 'QUAY', poRequired: false },
    me: { name: 'Bo Buyer', email: buyer.email, orderLimit: null },
    settings: { showListPrices: false, showCandidates: false },
  })
})

test('without a session, with staff and with a buyer of another workspace, every route of the portal refuses', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const other = await orderingShop(service)
  const stranger = await givenSignedInBuyer(service, other.workspace, other.customerId)
  const staff = await givenMember(service, workspace, 'owner')
  const { id } = await place(workspace)
  const calls = portalCalls(service, { id, productId: id })
  expect(calls.length).toBeGreaterThan(15)
  for (const { method, path } of calls) {
    const init = { headers: { 'sec-fetch-site': 'same-origin' }, ...(method !== 'GET' && { body: '{}' }) }
    const as = (token: string | undefined) => callAppApi(service, token, method, `/portal/${buyer.slug}${path}`, init)
    expect.soft((await as(undefined)).status, `${method} ${path} without a session`).toBe(401)
    expect.soft((await as(stranger.token)).status, `${method} ${path} as a stranger`).toBe(404)
    expect.soft((await as(staff.token)).status, `${method} ${path} as staff`).toBe(404)
  }
})

test('a buyer of another customer finds none of its orders, lists and private products', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const rival = await givenCustomer(workspace, { accountCode: 'RIVAL' })
  await send(workspace, [item({ sku: 'SECRET', name: 'Only for Quay', onlyFor: ['QUAY'] })])
  const [ours, theirs] = await Promise.all([customerId, rival].map((id) => givenSignedInBuyer(service, workspace, id)))
  const order = await place(workspace)
  expectDone(await ours!.post('/basket/lines', { lines: [{ sku: 'SECRET', qty: 1 }] }))
  const list = await ours!.post('/lists', { name: 'Weekly' })
  const { id: secret } = (await ours!.get('/products?q=SECRET')).body.data[0]
  for (const path of [
    `/orders/${order.id}`,
    `/orders/${order.id}/again`,
    `/lists/${list.body.data.id}`,
    `/products/${secret}`,
  ]) {
    expectDone(await ours!.get(path))
    expect([path, (await theirs!.get(path)).status]).toEqual([path, 404])
  }
  expect((await theirs!.post(`/lists/${list.body.data.id}/basket`)).status).toBe(404)
  const change = { revision: 1, name: 'Theirs', shared: true, lines: [] }
  expect((await theirs!.put(`/lists/${list.body.data.id}`, change)).status).toBe(404)
  const line = { lines: [{ sku: 'PLATE', qty: 1 }] }
  expect((await theirs!.post(`/lists/${list.body.data.id}/lines`, line)).status).toBe(404)
  await theirs!.delete(`/lists/${list.body.data.id}`)
  expectDone(await ours!.get(`/lists/${list.body.data.id}`))
  const added = await theirs!.post('/basket/lines', { lines: [{ sku: 'SECRET', qty: 1 }] })
  expect(added.body.data).toMatchObject({
    added: 0,
    left: [{ sku: 'SECRET', reason: expect.stringContaining('no product') }],
  })
  expect((await theirs!.get('/orders')).body.data).toEqual([])
  expect((await theirs!.get('/lists')).body.data).toEqual([])
})

test("two buyers of different customers never get each other's kept answers", async () => {
  const { workspace, customerId } = await orderingShop(service)
  const rival = await givenCustomer(workspace, { accountCode: 'RIVAL' })
  await givenDiscount(workspace, customerId, 1000)
  await givenDiscount(workspace, rival, 5000)
  const ours = await givenSignedInBuyer(service, workspace, customerId)
  const theirs = await givenSignedInBuyer(service, workspace, rival)
  const unit = async ({ get }: typeof ours) => (await get('/products?q=PLATE')).body.data[0].price.unit
  for (let round = 0; round < 3; round++) expect([await unit(ours), await unit(theirs)]).toEqual([2295, 1275])
  const tag = (await ours.get('/products?q=PLATE')).headers.get('etag')!
  expect((await ours.get('/products?q=PLATE', { 'if-none-match': tag })).status).toBe(304)
  expect((await theirs.get('/products?q=PLATE', { 'if-none-match': tag })).status).toBe(200)
})

test('a disabled buyer, and a buyer of an inactive customer, are out with the next request, and of this portal alone', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const disabled = await givenSignedInBuyer(service, workspace, customerId)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const elsewhere = await orderingShop(service)
  const there = await givenSignedInBuyer(service, elsewhere.workspace, elsewhere.customerId)
  await elsewhere.workspace.context.db
    .updateTable('buyer')
    .set({ person_id: disabled.personId })
    .where('workspace_id', '=', elsewhere.workspace.id)
    .where('id', '=', there.id)
    .execute()
  const entry = async ({ slug, token }: typeof buyer) =>
    (await callAppApi(service, token, 'GET', `/account/portals/${slug}`)).body.data
  const closedTo = async (one: typeof buyer) => (await entry(one)).closedTo
  expectDone(await disabled.get('/products'))
  expect(await closedTo(disabled)).toBe(null)
  await disableBuyer(workspace.context, { id: disabled.id })
  expect((await disabled.get('/products')).status).toBe(401)
  expect((await disabled.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] })).status).toBe(401)
  expectDone(await callAppApi(service, disabled.token, 'GET', `/portal/${there.slug}/products`))
  // The sign-in page tells them, and nobody else.
  expect([await closedTo(disabled), await closedTo(buyer)]).toEqual([disabled.email, null])
  expect(await closedTo({ ...disabled, slug: there.slug })).toBe(null)
  expectDone(await buyer.get('/products'))
  await alterCustomer(workspace, customerId, { active: false })
  expect((await buyer.get('/products')).status).toBe(401)
  expect((await buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] })).status).toBe(401)
  const { name } = await workspace.context.db
    .selectFrom('customer')
    .select('name')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  expect(await entry(buyer)).toMatchObject({ closedTo: buyer.email, inactiveCustomer: name })
  expect(await entry(disabled)).toMatchObject({ closedTo: disabled.email, inactiveCustomer: null })
  // A stranger learns neither, and is told nothing else.
  expect(await entry({ ...there, slug: buyer.slug })).toMatchObject({ closedTo: null, inactiveCustomer: null })
})

test('a write from another site is refused, and on a lapsed workspace every write', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const line = { lines: [{ sku: 'PLATE', qty: 1 }] }
  const foreign = await buyer.post('/basket/lines', line, { 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, foreign.body.error.code]).toEqual([403, 'forbidden'])
  await workspace.context.db.updateTable('workspace').set({ plan: 'lapsed' }).where('id', '=', workspace.id).execute()
  await raiseRevision(workspace)
  for (const { method, path, writes } of portalCalls(service, { id: crypto.randomUUID() })) {
    if (!writes) continue
    const answer = await callAppApi(service, buyer.token, method, `/portal/${buyer.slug}${path}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      body: '{}',
    })
    expect.soft([answer.status, answer.body.error.code], `${method} ${path}`).toEqual([403, 'read_only'])
  }
  const refused = await buyer.post('/basket/lines', line)
  expect(refused.body.error.message).toBe('Orders are not taken now.')
  expect((await buyer.get('/portal')).body.data.takesOrders).toBe(false)
  expectDone(await buyer.get('/products'))
})

test('staff and keys see when a buyer was here last, to the hour, and no other answer is made anew for it', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const staff = await givenMember(service, workspace, 'manager')
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const path = `/customers/${customerId}`
  const answers = async () => [await workspace.get(path), await staff.get(path)]
  const seen = async () => (await answers()).map(({ body }) => body.data.buyers[0].lastSeenAt)
  const tagsOf = async () => (await answers()).map(({ headers }) => headers.get('etag')!)
  const others = async () =>
    Promise.all(['/products', '/workspace'].map(async (other) => (await workspace.get(other)).headers.get('etag')))
  expect(await seen()).toEqual([null, null])
  const [before, othersBefore] = [await tagsOf(), await others()]
  for (const [i, { get }] of [workspace, staff].entries()) {
    const { status, body } = await get(path, { 'if-none-match': before[i]! })
    expect([status, body || null]).toEqual([304, null])
  }
  expectDone(await buyer.get('/portal'))
  const now = service.time.now.toISOString()
  expect(await seen()).toEqual([now, now])
  const after = await tagsOf()
  for (const [i, { get }] of [workspace, staff].entries()) {
    expect(after[i]).not.toBe(before[i])
    expect((await get(path, { 'if-none-match': before[i]! })).status).toBe(200)
  }
  for (let i = 0; i < 3; i++) expectDone(await buyer.get('/portal'))
  expect(await tagsOf()).toEqual(after)
  expect(await others()).toEqual(othersBefore)
})

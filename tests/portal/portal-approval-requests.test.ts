import { expect, test } from 'vitest'
import { editBuyer } from '../../server/src/customers/buyers.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { alter, done, givenAgreedPrice, givenCustomer } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { approve, fill, givenColleagues, request, seen, tryAsking } from '../given/colleagues.ts'
import { givenMember } from '../given/member.ts'
import { alterCustomer } from '../given/order.ts'
import { latestMail } from '../given/person.ts'

const service = useService()

async function mailsTo(workspace: TestWorkspace, to: string): Promise<string[]> {
  const { db } = workspace.context
  const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', to).orderBy('id').execute()
  return mails.map(({ subject }) => subject)
}

/** SKU and quantity of each line. */
const told = ({ lines }: any) => lines.map(({ sku, qty }: any) => [sku, qty])

test('who asks for approval has an empty basket at once, and two colleagues who approve place one order', async () => {
  const { workspace, customerId, chief, helper } = await givenColleagues(service)
  const second = await givenSignedInBuyer(service, workspace, customerId, { name: 'Di Deputy', order_limit: 6300 })
  await done(helper.put('/basket', { poNumber: 'PO-7', note: 'To the back door', wantedOn: null }))
  const { basket } = await fill(helper)
  expect((await helper.post('/basket/order', seen(basket))).status).toBe(403)
  expect(await done(tryAsking(helper))).toMatchObject({ token: null, lines: [], poNumber: null, note: null })
  // As where the answer was lost.
  await done(helper.post('/approval-requests', { token: basket.token }))
  expect(await mailsTo(workspace, chief.email)).toEqual([
    expect.stringMatching(/^Hal Helper asks you to approve an order of £63\.00 ex VAT/),
  ])
  await done(helper.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] }))

  const path = `/approval-requests/${basket.token}`
  const asked = { id: basket.token, name: 'Hal Helper', lineCount: 2, subtotal: 6300, sentBack: null }
  expect(await done(helper.get('/approval-requests'))).toMatchObject([{ ...asked, isOwn: true }])
  expect(await done(chief.get('/approval-requests'))).toMatchObject([{ ...asked, isOwn: false }])
  expect((await done(chief.get('/portal'))).waiting).toBe(1)
  expect((await done(helper.get('/portal'))).waiting).toBe(0)
  const shown = await done(chief.get(path))
  expect(shown).toMatchObject({ ...asked, basket: { subtotal: 6300, poNumber: 'PO-7', note: 'To the back door' } })

  const placed = await Promise.all([chief, second, chief].map((by) => done(approve(by, path, { poNumber: 'PO-7' }))))
  expect(new Set(placed.map(({ id }) => id)).size).toBe(1)
  const [listed, ...others] = (await workspace.get('/orders')).body.data
  expect(others).toEqual([])
  expect(listed).toMatchObject({ poNumber: 'PO-7', subtotal: 6300, requestedBy: { email: helper.email } })
  expect(await done(helper.get('/approval-requests'))).toEqual([])
  expect(told(await done(helper.get('/basket')))).toEqual([['PLATE', 1]])
  expect(await mailsTo(workspace, helper.email)).toEqual([
    expect.stringMatching(/^(Cy Chief|Di Deputy) has approved your basket, which is order \d+/),
  ])
  expect((await done(chief.get('/portal'))).waiting).toBe(0)
})

test('a request that is taken back adds to the basket: lines, and what the basket does not say yet', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
  await done(helper.put('/basket', { poNumber: 'PO-7', note: 'To the back door', wantedOn: null }))
  expect((await tryAsking(helper)).status).toBe(400)
  const path = await request(helper)
  const shown = seen((await done(chief.get(path))).basket)
  await done(helper.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 3 }] }))
  await done(helper.put('/basket', { poNumber: 'PO-8', note: null }))
  expect((await chief.post(`${path}/take-back`)).status).toBe(404)
  expect((await chief.delete(path)).status).toBe(404)
  // What is hidden meanwhile is not lost.
  await alter(workspace, 'BOWL', { visibility: 'selected' })
  const basket = await done(helper.post(`${path}/take-back`))
  expect(told(basket)).toEqual([
    ['PLATE', 5],
    ['BOWL', 1],
  ])
  expect(basket).toMatchObject({ poNumber: 'PO-8', note: 'To the back door', isChanged: false })
  expect((await helper.post(`${path}/take-back`)).status).toBe(404)
  expect((await chief.get(path)).status).toBe(404)
  expect((await chief.post(`${path}/send-back`, {})).status).toBe(404)
  expect((await chief.post(`${path}/order`, shown)).status).toBe(404)
})

test('a request that is sent back says by whom and why, until it is taken back or removed', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
  const [first, second] = [await request(helper), await request(helper)]
  for (const path of [first, second]) await done(chief.post(`${path}/send-back`, { note: 'Only one, please.' }))
  expect((await chief.get(first)).status).toBe(404)
  expect((await chief.post(`${first}/send-back`, {})).status).toBe(404)
  expect(await done(chief.get('/approval-requests'))).toEqual([])
  const sentBack = { by: 'Cy Chief', note: 'Only one, please.' }
  expect(await done(helper.get('/approval-requests'))).toMatchObject([{ sentBack }, { sentBack }])
  expect(await done(helper.get(second))).toMatchObject({ isOwn: true, sentBack, basket: { subtotal: 6300 } })
  expect((await latestMail(workspace.context, helper.email)).text).toContain('Only one, please.')

  expect(await done(helper.delete(first))).toMatchObject([{ id: second.split('/').at(-1) }])
  await done(helper.post(`${second}/take-back`))
  expect(await done(helper.get('/approval-requests'))).toEqual([])
  expect((await done(helper.get('/basket'))).subtotal).toBe(6300)
})

test('a buyer has up to 20 requests', async () => {
  const { helper } = await givenColleagues(service)
  const paths: string[] = []
  for (let i = 0; i < 20; i++) {
    if (i % 10 === 0) service.later(16 * 60_000)
    paths.push(await request(helper))
  }
  service.later(16 * 60_000)
  await fill(helper)
  const refused = await tryAsking(helper)
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'You have 20 requests for approval: take one back or remove it first.',
  ])
  await done(helper.delete(paths[3]!))
  await done(tryAsking(helper))
  expect(await done(helper.get('/approval-requests'))).toHaveLength(20)
})

test('nothing is lost when people are disabled, or the customer is inactive for a while', async () => {
  const { workspace, customerId, chief, helper } = await givenColleagues(service)
  const staff = await givenMember(service, workspace, 'manager')
  const [first, second] = [await request(helper), await request(helper)]
  await done(chief.put(`/colleagues/${helper.id}/enabled`, { enabled: false }))
  expect(await done(chief.get('/approval-requests'))).toHaveLength(2)
  const { id } = await done(approve(chief, first))
  expect((await workspace.get(`/orders/${id}`)).body.data.requestedBy).toEqual({
    name: 'Hal Helper',
    email: helper.email,
  })
  await done(chief.put(`/colleagues/${helper.id}/enabled`, { enabled: true }))

  await done(staff.post(`/buyers/${chief.id}/disable`))
  await alterCustomer(workspace, customerId, { active: false })
  await alterCustomer(workspace, customerId, { active: true })
  expect(await done(helper.get('/approval-requests'))).toHaveLength(1)
  expect((await done(helper.post(`${second}/take-back`))).subtotal).toBe(6300)
})

test('nobody orders a request of another customer, at an unseen price, past the limit', async () => {
  const { workspace, customerId, chief, helper } = await givenColleagues(service)
  const path = await request(helper)
  const { basket } = await done(chief.get(path))
  const other = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  const second = await givenSignedInBuyer(service, workspace, customerId, { name: 'Second', order_limit: 0 })
  expect(await done(other.get('/approval-requests'))).toEqual([])
  expect((await other.get(path)).status).toBe(404)
  expect((await other.post(`${path}/order`, seen(basket))).status).toBe(404)
  expect((await other.post(`${path}/send-back`, {})).status).toBe(404)
  expect((await second.post(`${path}/order`, seen(basket))).status).toBe(403)
  expect((await second.post(`${path}/send-back`, {})).status).toBe(403)
  // Not as one's own basket, either.
  expect((await helper.post('/basket/order', seen(basket))).status).toBe(409)
  expect((await chief.post('/basket/order', seen(basket))).status).toBe(409)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2800 })
  expect((await chief.post(`${path}/order`, seen(basket))).status).toBe(409)
  expect((await workspace.get('/orders')).body.data).toEqual([])
  expect((await done(chief.get(path))).basket).toMatchObject({ isChanged: true })
})

test('who has a higher limit meanwhile takes the request back and places the order', async () => {
  const { workspace, helper } = await givenColleagues(service)
  const path = await request(helper)
  await editBuyer(workspace.context, { id: helper.id, orderLimit: null })
  expect((await approve(helper, path)).status).toBe(404)
  const basket = await done(helper.post(`${path}/take-back`))
  const { id } = await done(helper.post('/basket/order', seen(basket)))
  expect((await workspace.get(`/orders/${id}`)).body.data.requestedBy).toBeNull()
})

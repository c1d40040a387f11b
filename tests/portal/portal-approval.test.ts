import { expect, test } from 'vitest'
import { editBuyer } from '../../server/src/customers/buyers.ts'
import type { BuyerTerms } from '../../server/src/customers/buyers.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { alter, done, invalidFields } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { approve, fill, givenColleagues, request, seen, tryAsking } from '../given/colleagues.ts'
import { givenMember } from '../given/member.ts'
import { alterCustomer } from '../given/order.ts'
import { latestMail } from '../given/person.ts'
import type { SignedIn } from '../given/session.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

const service = useService()

/** What `fill` puts into a basket comes to £63.00. */
const SUM = 6300

/** A shop with an approver for small sums beside the chief. */
async function office() {
  const shop = await givenColleagues(service)
  const small = await givenSignedInBuyer(service, shop.workspace, shop.customerId, {
    name: 'Sue Small',
    order_limit: SUM - 1,
    cost_centre: 'OFFICE',
  })
  const set = (buyer: TestBuyer, terms: BuyerTerms) => editBuyer(shop.workspace.context, { id: buyer.id, ...terms })
  return { ...shop, small, set }
}

/** Who of these was mailed. */
const mailed = async ({ context: { db } }: TestWorkspace, buyers: TestBuyer[]) => {
  const emails = buyers.map(({ email }) => email)
  const mails = await db.selectFrom('mail').select('recipient').where('recipient', 'in', emails).execute()
  return mails.map(({ recipient }) => recipient)
}

test('a buyer orders up to the limit, before tax, and asks above it, with a mail that says all of the order', async () => {
  const { workspace, chief, helper, small, set } = await office()
  await set(helper, { orderLimit: SUM - 1, costCentre: 'BAR' })
  const { basket } = await fill(helper)
  expect(basket).toMatchObject({ subtotal: SUM, costCentre: 'BAR' })
  const refused = await helper.post('/basket/order', seen(basket))
  expect(refused.status).toBe(403)
  expect(refused.body.error.message).toBe(
    'You may order up to £62.99. This comes to £63.00: a colleague has to approve it.',
  )
  // Lower prices than those of now do not pass for less.
  const cheaper = { ...seen(basket), lines: seen(basket).lines.map((line: any) => ({ ...line, unit: 1 })) }
  expect((await helper.post('/basket/order', cheaper)).status).toBe(409)

  await done(helper.put('/basket', { poNumber: 'PO-7', note: 'To the back door' }))
  await done(tryAsking(helper))
  const path = `/approval-requests/${basket.token}`
  expect(await mailed(workspace, [chief, helper, small])).toEqual([chief.email])
  const { subject, text } = await latestMail(workspace.context, chief.email)
  expect(subject).toMatch(/^Hal Helper asks you to approve an order of £63\.00 ex VAT · /)
  for (const said of [
    'Asked by: Hal Helper\nPO number: PO-7\nCost centre: BAR\nNote: To the back door',
    'Azure plate\n  PLATE · 2 at £25.50: £51.00',
    'Azure bowl\n  BOWL · 1 × box of 6 at £12.00: £12.00',
    'Subtotal (ex VAT): £63.00',
    `/t/${chief.slug}/colleagues/${basket.token}`,
  ]) {
    expect(text).toContain(said)
  }

  // Who may order less neither is asked nor decides, not even of the own basket.
  expect((await done(small.get('/portal'))).waiting).toBe(0)
  expect(await done(small.get('/approval-requests'))).toEqual([])
  expect((await approve(small, path)).status).toBe(403)
  expect((await small.post(`${path}/send-back`, {})).status).toBe(403)
  expect((await approve(helper, path)).status).toBe(404)

  // The order has the cost centre of the one who asked.
  const { id, number } = await done(approve(chief, path))
  const order = (await workspace.get(`/orders/${id}`)).body.data
  expect(order).toMatchObject({ buyer: { name: 'Cy Chief' }, costCentre: 'BAR', subtotal: SUM })
  const told = await latestMail(workspace.context, helper.email)
  expect(told.subject).toMatch(new RegExp(`^Cy Chief has approved your basket, which is order ${number}`))

  // At the limit nobody is asked.
  await set(helper, { orderLimit: SUM })
  await done(helper.post('/basket/order', seen((await fill(helper)).basket)))
})

test('a limit that changes while a request waits counts from then on, for who asks and for who approves', async () => {
  const { workspace, chief, helper, small, set } = await office()
  await set(chief, { orderLimit: SUM })
  const path = await request(helper)
  await set(small, { orderLimit: SUM })
  expect((await done(small.get('/portal'))).waiting).toBe(1)
  await set(small, { orderLimit: SUM - 1 })
  expect((await approve(small, path)).status).toBe(403)

  // Prices that rise above the limit leave the approver the choice to send it back, and the buyer to ask anew.
  await alter(workspace, 'PLATE', { list_price: 2600 })
  expect((await approve(chief, path)).status).toBe(403)
  await done(chief.post(`${path}/send-back`, { note: 'It rose.' }))
  await done(helper.post(`${path}/take-back`))
  const stuck = await tryAsking(helper)
  expect([stuck.status, stuck.body.error.message]).toEqual([
    400,
    'None of your colleagues may order £64.00 ex VAT here yet: ask your wholesaler.',
  ])
})

test('a basket that is placed while its buyer gets a limit is an order of before, or none', async () => {
  const { workspace, customerId } = await office()
  const staff = await givenMember(service, workspace, 'manager')
  const buyers = await Promise.all(
    ['Ann', 'Ben', 'Cat', 'Dan'].map((name) => givenSignedInBuyer(service, workspace, customerId, { name })),
  )
  await Promise.all(
    buyers.map(async (buyer) => {
      const { basket } = await fill(buyer)
      const limit = staff.patch(`/buyers/${buyer.id}`, { orderLimit: SUM - 1 })
      const [placed] = await Promise.all([buyer.post('/basket/order', seen(basket)), done(limit)])
      expect([200, 403]).toContain(placed.status)
    }),
  )
  const { data } = (await workspace.get('/activity?limit=100')).body
  for (const { id } of buyers) {
    const actions = data
      .filter(({ actor, subject }: any) => actor.id === id || subject.id === id)
      .map(({ action }: any) => action)
    expect([['buyer.update'], ['buyer.update', 'order.place']]).toContainEqual(actions)
  }
})

test('a basket is asked for only if all of it can be ordered', async () => {
  const { workspace, helper } = await office()
  await fill(helper)
  await alter(workspace, 'BOWL', { active: false })
  const refused = await tryAsking(helper)
  expect([refused.status, refused.body.error.issues]).toMatchObject([400, [{ path: 'lines.1' }]])
})

test('a basket without the purchase order number that the customer needs is not asked for', async () => {
  const { workspace, customerId, chief, helper } = await office()
  await alterCustomer(workspace, customerId, { po_required: true })
  await fill(helper)
  expect(invalidFields(await tryAsking(helper))).toEqual(['poNumber'])
  expect(await mailed(workspace, [chief])).toEqual([])
  await done(helper.put('/basket', { poNumber: 'PO-7' }))
  await done(tryAsking(helper))
  expect(await mailed(workspace, [chief])).toEqual([chief.email])
})

test('a basket past the credit limit is not asked for where such orders are refused', async () => {
  const { workspace, customerId, helper } = await office()
  await alterCustomer(workspace, customerId, { credit_limit: SUM - 1 })
  const owner = await givenMember(service, workspace, 'owner')
  await done(owner.put('/ordering', { ...(await done(owner.get('/ordering'))), creditPolicy: 'refuse' }))
  await fill(helper)
  const refused = await tryAsking(helper)
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'The order passes your credit limit: order less, or ask your wholesaler.',
  ])
})

test('who asked stands on the order wherever it is read, and is mailed what becomes of it', async () => {
  const { workspace, chief, helper } = await office()
  const { id, number } = await done(approve(chief, await request(helper)))
  const staff = await givenMember(service, workspace, 'manager')
  const requestedBy = { name: 'Hal Helper', email: helper.email }
  const read = [
    workspace.get('/orders'),
    workspace.get(`/orders/${id}`),
    staff.get(`/orders/${id}`),
    chief.get(`/orders/${id}`),
    chief.get('/orders'),
  ]
  for (const { body } of await Promise.all(read)) expect([body.data].flat()[0].requestedBy).toEqual(requestedBy)
  const { history } = (await workspace.get(`/orders/${id}`)).body.data
  expect(history).toMatchObject([{ by: { name: 'Cy Chief' }, note: 'Requested by Hal Helper.' }])
  const approved = await latestMail(workspace.context, helper.email)
  expect(approved.subject).toMatch(new RegExp(`^Cy Chief has approved your basket, which is order ${number}`))
  for (const { text } of [approved, await latestMail(workspace.context, chief.email)]) {
    expect(text).toMatch(/by Cy Chief\nRequested by: Hal Helper\n/)
  }
  expect((await download(staff, 'console', '/orders/export?format=csv&rows=orders')).toString()).toContain(
    ',Cy Chief,Hal Helper,',
  )
  for (const pdf of [
    await download(staff, 'console', `/orders/pdf?ids=${id}`),
    await download(chief, 'portal', `/orders/${id}/pdf`),
  ]) {
    expect(pdfTexts(pdf).flat().join(' ')).toContain('by Cy Chief, requested by Hal Helper')
  }

  await done(staff.patch(`/orders/${id}`, { status: 'confirmed', seen: 'new' }))
  for (const { email } of [chief, helper]) {
    expect((await latestMail(workspace.context, email)).subject).toMatch(
      new RegExp(`^Order ${number} (is|was) confirmed`),
    )
  }
  // Nobody had to approve it.
  const own = await done(chief.post('/basket/order', seen((await fill(chief)).basket)))
  expect((await workspace.get(`/orders/${own.id}`)).body.data).toMatchObject({ requestedBy: null })
})

test('the cost centre of a buyer stands on the order wherever it is read, and stays as it was', async () => {
  const { workspace, chief, set } = await office()
  await set(chief, { costCentre: 'KITCHEN 4' })
  const { id } = await done(chief.post('/basket/order', seen((await fill(chief)).basket)))
  await set(chief, { costCentre: null })
  const staff = await givenMember(service, workspace, 'manager')
  const read = [
    workspace.get('/orders'),
    workspace.get(`/orders/${id}`),
    staff.get(`/orders/${id}`),
    chief.get(`/orders/${id}`),
  ]
  for (const { body } of await Promise.all(read)) expect([body.data].flat()[0].costCentre).toBe('KITCHEN 4')
  expect((await latestMail(workspace.context, chief.email)).text).toContain('Cost centre: KITCHEN 4')
  expect((await download(staff, 'console', '/orders/export?format=csv&rows=lines')).toString()).toContain(',KITCHEN 4,')
  for (const pdf of [
    await download(staff, 'console', `/orders/pdf?ids=${id}`),
    await download(chief, 'portal', `/orders/${id}/pdf`),
  ]) {
    expect(pdfTexts(pdf).flat().join(' ')).toContain('Cost centre: KITCHEN 4')
  }
})

async function download({ slug, token }: SignedIn, area: 'console' | 'portal', path: string): Promise<Buffer> {
  const response = await fetch(`${service.url}/app-api/${area}/${slug}${path}`, {
    headers: { cookie: `session=${token}` },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

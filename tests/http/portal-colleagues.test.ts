import { expect, test } from 'vitest'
import { readEditablePortal, updatePortalSettings } from '../../server/src/portal/portal-settings.ts'
import type { TestWorkspace } from '../service.ts'
import { useService } from '../service.ts'
import { expectDone, givenAgreedPrice, givenCustomer, invalidFields, item, send, skus } from './given.ts'
import type { TestBuyer } from './given-buyer.ts'
import { givenSignedInBuyer } from './given-buyer.ts'
import { givenMember } from './given-member.ts'
import { orderingShop } from './given-order.ts'
import { portalCalls } from './portal-calls.ts'
import { callsWith } from './app-api-calls.ts'
import { beginSession } from '../../server/src/people/sessions.ts'

const service = useService()

/** A shop whose buyers may invite: one who may order, and one who may only prepare. */
async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, allowColleagues: true })
  const chief = await givenSignedInBuyer(service, workspace, customerId, { name: 'Cy Chief' })
  const helper = await givenSignedInBuyer(service, workspace, customerId, { name: 'Hal Helper', may_order: false })
  return { workspace, customerId, chief, helper }
}

const done = async (answer: Promise<{ status: number; headers: Headers; body: any }>) => {
  const got = await answer
  expectDone(got)
  return got.body.data
}

const seen = ({ token, lines }: any) => ({
  token,
  lines: lines.map(({ productId, qty, price }: any) => ({ productId, qty, unit: price.unit })),
})

const fill = (buyer: TestBuyer) =>
  done(
    buyer.post('/basket/lines', {
      lines: [
        { sku: 'PLATE', qty: 2 },
        { sku: 'BOWL', qty: 1 },
      ],
    }),
  )

const invite = (buyer: TestBuyer, name: string, mayOrder: boolean) =>
  buyer.post('/colleagues', { name, email: `${name}@quay.example`, mayOrder })

const setEnabled = (buyer: TestBuyer, id: string, enabled: boolean) =>
  buyer.put(`/colleagues/${id}/enabled`, { enabled })

async function mailsTo(workspace: TestWorkspace, to: string): Promise<string[]> {
  const { db } = workspace.context
  const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', to).orderBy('id').execute()
  return mails.map(({ subject }) => subject)
}

test('who may only prepare asks a colleague, who orders the basket: as one order, and both are told', async () => {
  const { workspace, chief, helper } = await shop()
  const { basket } = await fill(helper)
  expect((await helper.post('/basket/order', seen(basket))).status).toBe(403)
  const asked = await done(helper.post('/basket/ask'))
  expect(asked).toMatchObject({ askedAt: expect.any(String), sentBack: null })
  await done(helper.post('/basket/ask'))
  expect(await mailsTo(workspace, chief.email)).toEqual([
    expect.stringMatching(/^Hal Helper asks you to order a basket/),
  ])

  // While it waits, it stays as it was shown.
  expect((await helper.put(`/basket/lines/${basket.lines[0].productId}`, { qty: 9 })).status).toBe(409)
  expect((await done(chief.get('/portal'))).waiting).toBe(1)
  expect((await done(helper.get('/portal'))).waiting).toBe(0)
  expect(await done(chief.get('/prepared-baskets'))).toMatchObject([
    { buyerId: helper.id, name: 'Hal Helper', lineCount: 2 },
  ])
  const shown = await done(chief.get(`/prepared-baskets/${helper.id}`))
  expect(shown).toMatchObject({ preparedBy: 'Hal Helper', basket: { subtotal: 6300 } })

  const order = () => chief.post(`/prepared-baskets/${helper.id}/order`, { ...seen(shown.basket), poNumber: 'PO-7' })
  const placed = await Promise.all([order(), order(), order()])
  expect(new Set((await Promise.all(placed.map((one) => done(Promise.resolve(one))))).map(({ id }) => id)).size).toBe(1)
  const [listed, ...others] = (await workspace.get('/orders')).body.data
  expect(others).toEqual([])
  expect(listed).toMatchObject({ buyer: { email: chief.email }, poNumber: 'PO-7', subtotal: 6300 })
  expect(await done(helper.get('/basket'))).toMatchObject({ lines: [], askedAt: null })
  expect(await mailsTo(workspace, helper.email)).toEqual([
    expect.stringMatching(/^Cy Chief has ordered your basket, as order \d+/),
  ])
  expect((await done(chief.get('/portal'))).waiting).toBe(0)
})

test('a basket that was asked for is taken back by its buyer, or sent back with a note, and then changes again', async () => {
  const { workspace, chief, helper } = await shop()
  expect((await helper.post('/basket/ask')).status).toBe(400)
  const { basket } = await fill(helper)
  const line = `/basket/lines/${basket.lines[0].productId}`
  await done(helper.post('/basket/ask'))
  await done(helper.delete('/basket/ask'))
  await done(helper.put(line, { qty: 3 }))
  expect((await chief.get(`/prepared-baskets/${helper.id}`)).status).toBe(404)
  expect((await chief.post(`/prepared-baskets/${helper.id}/send-back`, {})).status).toBe(404)
  expect((await chief.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(404)

  await done(helper.post('/basket/ask'))
  expect(await done(chief.post(`/prepared-baskets/${helper.id}/send-back`, { note: 'Only two, please.' }))).toEqual([])
  expect(await done(helper.get('/basket'))).toMatchObject({
    askedAt: null,
    sentBack: { by: 'Cy Chief', note: 'Only two, please.' },
  })
  await done(helper.put(line, { qty: 2 }))
  expect(await mailsTo(workspace, helper.email)).toEqual([expect.stringMatching(/^Cy Chief has sent your basket back/)])
})

test('nobody orders a basket of another customer, at an unseen price, or without the role', async () => {
  const { workspace, customerId, chief, helper } = await shop()
  await fill(helper)
  await done(helper.post('/basket/ask'))
  const { basket } = await done(chief.get(`/prepared-baskets/${helper.id}`))
  const other = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  const second = await givenSignedInBuyer(service, workspace, customerId, { name: 'Second', may_order: false })
  expect(await done(other.get('/prepared-baskets'))).toEqual([])
  expect((await other.get(`/prepared-baskets/${helper.id}`)).status).toBe(404)
  expect((await other.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(404)
  expect((await other.post(`/prepared-baskets/${helper.id}/send-back`, {})).status).toBe(404)
  expect((await second.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(403)
  expect((await second.post(`/prepared-baskets/${helper.id}/send-back`, {})).status).toBe(403)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2800 })
  expect((await chief.post(`/prepared-baskets/${helper.id}/order`, seen(basket))).status).toBe(409)
  expect((await workspace.get('/orders')).body.data).toEqual([])
  expect((await done(chief.get(`/prepared-baskets/${helper.id}`))).basket).toMatchObject({ isChanged: true })
})

test('a buyer invites colleagues where the wholesaler allows it, each with a role; nobody raises their own', async () => {
  const { workspace, chief, helper } = await shop()
  expect((await invite(helper, 'nan', true)).status).toBe(403)
  const { id, link } = await done(invite(chief, 'nan', false))
  expect(link).toMatch(/\/invitation\//)
  expect(await done(helper.get('/colleagues'))).toMatchObject([
    { name: 'Cy Chief', hasJoined: true, mayOrder: true },
    { name: 'Hal Helper', mayOrder: false },
    { name: 'nan', hasJoined: false, mayOrder: false },
  ])
  await done(chief.post(`/colleagues/${id}/invite`))
  expect((await done(chief.put(`/colleagues/${id}/role`, { mayOrder: true })))[2].mayOrder).toBe(true)
  expect((await helper.put(`/colleagues/${helper.id}/role`, { mayOrder: true })).status).toBe(403)
  expect((await chief.put(`/colleagues/${chief.id}/role`, { mayOrder: false })).status).toBe(403)

  // Another customer's buyers stay unknown.
  const theirs = await givenCustomer(workspace)
  const rival = await givenSignedInBuyer(service, workspace, theirs, { name: 'Ria Rival' })
  expect((await chief.put(`/colleagues/${rival.id}/role`, { mayOrder: false })).status).toBe(404)
  expect((await chief.post(`/colleagues/${rival.id}/invite`)).status).toBe(404)
  const taken = await chief.post('/colleagues', { name: 'Ria', email: rival.email, mayOrder: true })
  expect(invalidFields(taken)).toEqual(['email'])
  expect(JSON.stringify(taken.body)).not.toMatch(/Rival/)

  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, allowColleagues: false })
  expect((await invite(chief, 'late', true)).status).toBe(403)
  expect((await chief.put(`/colleagues/${id}/role`, { mayOrder: false })).status).toBe(403)
})

test('whoever may invite disables a colleague, who is out at once, and enables them again', async () => {
  const { workspace, chief, helper } = await shop()
  const { id: nan } = await done(invite(chief, 'nan', false))
  expect(await done(setEnabled(chief, helper.id, false))).toMatchObject([
    { name: 'Cy Chief', disabledBy: null },
    { name: 'nan', hasJoined: false, disabledBy: null },
    { name: 'Hal Helper', hasJoined: true, disabledBy: 'colleague' },
  ])
  expect((await helper.get('/portal')).status).toBe(401)
  await done(setEnabled(chief, nan, false))
  expect((await chief.post(`/colleagues/${nan}/invite`)).status).toBe(400)
  await done(setEnabled(chief, helper.id, true))
  const again = {
    ...helper,
    ...callsWith(service, await beginSession(workspace.context, helper.personId), `/portal/${helper.slug}`),
  }
  await done(again.get('/portal'))
  // Who had not joined is invited as before, and proves the e-mail by joining.
  expect(await done(setEnabled(chief, nan, true))).toContainEqual(
    expect.objectContaining({ name: 'nan', hasJoined: false, disabledBy: null }),
  )
  expect((await workspace.get('/activity?subject=buyer')).body.data.slice(0, 2)).toMatchObject([
    {
      action: 'buyer.enable',
      actor: { type: 'buyer', name: 'Cy Chief' },
      changes: { status: { from: 'disabled', to: 'invited' } },
    },
    {
      action: 'buyer.enable',
      subject: { label: 'Hal Helper' },
      changes: { status: { from: 'disabled', to: 'active' } },
    },
  ])

  // Not oneself, not without the role, and nobody whom the wholesaler has disabled.
  expect((await setEnabled(chief, chief.id, false)).status).toBe(403)
  expect((await setEnabled(again, nan, false)).status).toBe(403)
  const staff = await givenMember(service, workspace, 'staff')
  await done(setEnabled(chief, nan, false))
  await done(staff.post(`/buyers/${nan}/disable`))
  await done(staff.post(`/buyers/${helper.id}/disable`))
  expect((await done(chief.get('/colleagues'))).map(({ disabledBy }: any) => disabledBy)).toEqual([
    null,
    'wholesaler',
    'wholesaler',
  ])
  for (const id of [nan, helper.id]) {
    expect((await setEnabled(chief, id, true)).status).toBe(403)
    await done(setEnabled(chief, id, false))
    expect((await setEnabled(chief, id, true)).status).toBe(403)
  }
  await done(staff.post(`/buyers/${helper.id}/enable`))

  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, allowColleagues: false })
  expect((await setEnabled(chief, helper.id, false)).status).toBe(403)
})

test('ids of colleagues of another customer lead nowhere', async () => {
  const { workspace, chief } = await shop()
  const rival = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace), { name: 'Ria Rival' })
  const calls = portalCalls(service, { id: rival.id }).filter(({ path }) => path.includes(rival.id))
  const ofColleagues = calls.filter(({ path }) => /^\/(colleagues|prepared-baskets)\//.test(path))
  expect(ofColleagues.length).toBeGreaterThanOrEqual(6)
  const body = { mayOrder: false, enabled: false, token: rival.id, lines: [{ productId: rival.id, qty: 1, unit: 1 }] }
  for (const { method, path } of ofColleagues) {
    const answer = method === 'GET' ? await chief.get(path) : await chief[method === 'PUT' ? 'put' : 'post'](path, body)
    expect([method, path, answer.status]).toEqual([method, path, 404])
  }
  await done(rival.get('/portal'))
})

test('whoever is invited by a colleague gets no products by their e-mail before they prove it', async () => {
  const { workspace, chief } = await shop()
  const email = 'boss@rival.example'
  const { id } = await done(chief.post('/colleagues', { name: 'Boss', email, mayOrder: true }))
  await send(workspace, [item({ sku: 'PRIVATE', name: 'Private', onlyFor: [email] })])
  expect(await skus(workspace, 'customer=QUAY')).not.toContain('PRIVATE')
  const staff = await givenMember(service, workspace, 'staff')
  await done(staff.post(`/buyers/${id}/enable`))
  await send(workspace, [item({ sku: 'PRIVATE', name: 'Private', onlyFor: [email] })])
  expect(await skus(workspace, 'customer=QUAY')).toContain('PRIVATE')
})

test('staff see and set whether a buyer may order', async () => {
  const { workspace, customerId, helper } = await shop()
  const staff = await givenMember(service, workspace, 'staff')
  const roles = async () =>
    (await done(staff.get(`/customers/${customerId}`))).buyers.map(({ name, mayOrder }: any) => [name, mayOrder])
  expect(await roles()).toEqual([
    ['Cy Chief', true],
    ['Hal Helper', false],
  ])
  await done(staff.put(`/buyers/${helper.id}/role`, { mayOrder: true }))
  expect(await roles()).toContainEqual(['Hal Helper', true])
  const { basket } = await fill(helper)
  await done(helper.post('/basket/order', seen(basket)))
})

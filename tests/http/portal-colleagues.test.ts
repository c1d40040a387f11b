import { expect, test } from 'vitest'
import { readEditablePortal, updatePortalSettings } from '../../server/src/portal/portal-settings.ts'
import { useService } from '../service.ts'
import { done, givenCustomer, invalidFields, item, send, skus } from './given.ts'
import type { TestBuyer } from './given-buyer.ts'
import { givenSignedInBuyer } from './given-buyer.ts'
import { fill, givenColleagues, seen } from './given-colleagues.ts'
import { givenMember } from './given-member.ts'
import { portalCalls } from './app-api-operations.ts'

const service = useService()

const invite = (buyer: TestBuyer, name: string, mayOrder: boolean) =>
  buyer.post('/colleagues', { name, email: `${name}@quay.example`, mayOrder })

const setEnabled = (buyer: TestBuyer, id: string, enabled: boolean) =>
  buyer.put(`/colleagues/${id}/enabled`, { enabled })

test('a buyer invites colleagues where the wholesaler allows it, each with a role; nobody raises their own', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
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
  const { workspace, chief, helper } = await givenColleagues(service)
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
  await done(helper.get('/portal'))
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
  expect((await setEnabled(helper, nan, false)).status).toBe(403)
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
  const { workspace, chief } = await givenColleagues(service)
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
  const { workspace, chief } = await givenColleagues(service)
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
  const { workspace, customerId, helper } = await givenColleagues(service)
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

import { expect, test } from 'vitest'
import { readEditablePortal, updatePortalSettings } from '../../server/src/portal/portal-settings.ts'
import { useService } from '../given/service.ts'
import { done, givenCustomer, invalidFields, item, send, skus } from '../given/given.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenColleagues } from '../given/colleagues.ts'
import { givenMember } from '../given/member.ts'
import { portalCalls } from '../given/app-api-operations.ts'

const service = useService()

const invite = (buyer: TestBuyer, name: string, terms: { orderLimit?: number | null; costCentre?: string } = {}) =>
  buyer.post('/colleagues', { name, email: `${name}@quay.example`, ...terms })

const setEnabled = (buyer: TestBuyer, id: string, enabled: boolean) =>
  buyer.put(`/colleagues/${id}/enabled`, { enabled })

test('a buyer invites colleagues where the wholesaler allows it, who only prepare at first; nobody raises their own limit', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
  const staff = await givenMember(service, workspace, 'manager')
  expect((await invite(helper, 'nan')).status).toBe(403)
  const { id, link } = await done(invite(chief, 'nan'))
  expect(link).toMatch(/\/invitation\//)
  expect(await done(helper.get('/colleagues'))).toMatchObject([
    { name: 'Cy Chief', hasJoined: true, orderLimit: null, costCentre: null },
    { name: 'Hal Helper', orderLimit: 0 },
    { name: 'nan', hasJoined: false, orderLimit: 0 },
  ])
  await done(chief.post(`/colleagues/${id}/invite`))
  const terms = { orderLimit: 50_000, costCentre: 'BAR' }
  expect((await done(chief.patch(`/colleagues/${id}`, terms)))[2]).toMatchObject(terms)
  // What is left out stays, and null clears it.
  expect((await done(chief.patch(`/colleagues/${id}`, { costCentre: null })))[2]).toMatchObject({
    orderLimit: 50_000,
    costCentre: null,
  })
  expect((await helper.patch(`/colleagues/${helper.id}`, { orderLimit: null })).status).toBe(403)
  expect((await chief.patch(`/colleagues/${chief.id}`, { orderLimit: null })).status).toBe(403)
  expect((await done(chief.patch(`/colleagues/${chief.id}`, { costCentre: 'HEAD' })))[0].costCentre).toBe('HEAD')
  // Whoever has a limit manages nobody: else they could invite themselves without one.
  await done(staff.patch(`/buyers/${helper.id}`, { orderLimit: 999_999 }))
  expect((await invite(helper, 'second')).status).toBe(403)
  expect((await helper.patch(`/colleagues/${helper.id}`, { costCentre: 'X' })).status).toBe(403)
  for (const orderLimit of [-1, 1.5, '5', 1e13]) {
    expect(invalidFields(await chief.patch(`/colleagues/${id}`, { orderLimit }))).toEqual(['orderLimit'])
  }

  // Another customer's buyers stay unknown.
  const theirs = await givenCustomer(workspace)
  const rival = await givenSignedInBuyer(service, workspace, theirs, { name: 'Ria Rival' })
  expect((await chief.patch(`/colleagues/${rival.id}`, { orderLimit: 0 })).status).toBe(404)
  expect((await chief.post(`/colleagues/${rival.id}/invite`)).status).toBe(404)
  const taken = await chief.post('/colleagues', { name: 'Ria', email: rival.email })
  expect(invalidFields(taken)).toEqual(['email'])
  expect(JSON.stringify(taken.body)).not.toMatch(/Rival/)

  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, allowColleagues: false })
  expect((await invite(chief, 'late')).status).toBe(403)
  expect((await chief.patch(`/colleagues/${id}`, { orderLimit: 0 })).status).toBe(403)
})

test('whoever may invite disables a colleague, who is out at once, and enables them again', async () => {
  const { workspace, chief, helper } = await givenColleagues(service)
  const { id: nan } = await done(invite(chief, 'nan'))
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
  const staff = await givenMember(service, workspace, 'manager')
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
  const ofColleagues = calls.filter(({ path }) => /^\/(colleagues|approval-requests)\//.test(path))
  expect(ofColleagues.length).toBeGreaterThanOrEqual(6)
  const body = { orderLimit: 0, enabled: false, token: rival.id, lines: [{ productId: rival.id, qty: 1, unit: 1 }] }
  for (const { method, path } of ofColleagues) {
    const answer = await chief[method.toLowerCase() as 'post'](path, method === 'GET' ? undefined : body)
    expect([method, path, answer.status]).toEqual([method, path, 404])
  }
  await done(rival.get('/portal'))
})

test('whoever is invited by a colleague gets no products by their e-mail before they prove it', async () => {
  const { workspace, chief } = await givenColleagues(service)
  const email = 'boss@rival.example'
  const { id } = await done(chief.post('/colleagues', { name: 'Boss', email }))
  await send(workspace, [item({ sku: 'PRIVATE', name: 'Private', onlyFor: [email] })])
  expect(await skus(workspace, 'customer=QUAY')).not.toContain('PRIVATE')
  const staff = await givenMember(service, workspace, 'manager')
  await done(staff.post(`/buyers/${id}/enable`))
  await send(workspace, [item({ sku: 'PRIVATE', name: 'Private', onlyFor: [email] })])
  expect(await skus(workspace, 'customer=QUAY')).toContain('PRIVATE')
})

test('staff see and set up to which sum a buyer may order, and the cost centre', async () => {
  const { workspace, customerId, helper } = await givenColleagues(service)
  const staff = await givenMember(service, workspace, 'manager')
  const buyers = async () =>
    (await done(staff.get(`/customers/${customerId}`))).buyers.map((one: any) => [
      one.name,
      one.orderLimit,
      one.costCentre,
    ])
  expect(await buyers()).toEqual([
    ['Cy Chief', null, null],
    ['Hal Helper', 0, null],
  ])
  await done(staff.patch(`/buyers/${helper.id}`, { orderLimit: 6300, costCentre: ' BAR ' }))
  await done(staff.patch(`/buyers/${helper.id}`, { costCentre: 'BAR' }))
  expect(await buyers()).toContainEqual(['Hal Helper', 6300, 'BAR'])
  expect((await workspace.get('/customers/QUAY')).body.data.buyers).toContainEqual(
    expect.objectContaining({ orderLimit: 6300, costCentre: 'BAR' }),
  )
  expect((await workspace.get('/activity?subject=buyer')).body.data).toMatchObject([
    {
      action: 'buyer.update',
      changes: { orderLimit: { from: 0, to: 6300 }, costCentre: { from: null, to: 'BAR' } },
    },
  ])
  // Whom staff invite may order any sum, unless they say otherwise.
  const invited = { name: 'Una', email: 'una@quay.example' }
  await done(staff.post(`/customers/${customerId}/buyers`, invited))
  await done(staff.post(`/customers/${customerId}/buyers`, { name: 'Vi', email: 'vi@quay.example', orderLimit: 0 }))
  expect((await buyers()).slice(2)).toEqual([
    ['Una', null, null],
    ['Vi', 0, null],
  ])
})

import { expect, test } from 'vitest'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { inviteBuyerToSignIn } from '../../server/src/people/invitations.ts'
import { disableBuyer } from '../../server/src/customers/buyers.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { done, expectDone, givenCustomer, invalidFields } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { givenPerson, latestMail } from '../given/person.ts'

const service = useService()
useCheapHashes()
const DAY_MS = 86_400_000
let number = 0
const newEmail = () => `invited-${process.pid}-${(number += 1)}@harbour.example`
const tokenOf = (link: string) => new URL(link).pathname.replace('/invitation/', '')

async function givenInvitation(role: 'owner' | 'manager' = 'manager') {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const email = newEmail()
  const { id, link } = await done(owner.post('/people/invitations', { email, role }))
  return { workspace, owner, email, id, token: tokenOf(link) }
}

const joining = { name: 'Nia New', password: 'a long enough password' }

async function givenInvitedBuyer(workspace: TestWorkspace, email = newEmail()) {
  const customer = await givenCustomer(workspace)
  const { id, link } = await inviteBuyerToSignIn(workspace.context, { customer, name: 'Bo Buyer', email })
  return { id, email, token: tokenOf(link!) }
}

test('an invited person makes an account, and lands in the workspace with the role', async () => {
  const { workspace, owner, email, token } = await givenInvitation()
  const browser = newBrowser(service)
  expect((await browser.call('GET', `/account/invitation/${token}`)).body.data).toEqual({
    workspace: 'Harbour Wholesale',
    email,
    name: null,
    role: 'manager',
    customer: null,
    invitedBy: 'Olive Owner',
    look: null,
    hasAccount: false,
  })
  expect(invalidFields(await browser.call('POST', `/account/invitation/${token}`, {}))).toEqual(['name', 'password'])
  const joined = await done(browser.call('POST', `/account/invitation/${token}`, joining))
  expect(joined).toEqual({ path: `/w/${owner.slug}` })
  const { body } = await browser.call('GET', `/console/${owner.slug}/workspace`)
  expect(body.data.me).toMatchObject({ name: 'Nia New', email, role: 'manager' })
  const { data } = (await workspace.get('/activity')).body
  expect(data.slice(0, 2)).toMatchObject([
    { action: 'member.join', actor: { type: 'staff', id: body.data.me.id, name: 'Nia New' } },
    { action: 'member.invite', actor: { type: 'staff', id: owner.id, name: 'Olive Owner' } },
  ])
})

test('an invitation works once, for 7 days, until it is taken back or sent again', async ({ onTestFinished }) => {
  const isOpen = async (token: string) =>
    (await newBrowser(service).call('GET', `/account/invitation/${token}`)).status === 200
  const used = await givenInvitation()
  const answers = await Promise.all(
    [1, 2].map(() => newBrowser(service).call('POST', `/account/invitation/${used.token}`, joining)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await isOpen(used.token)).toBe(false)

  const revoked = await givenInvitation()
  expectDone(await revoked.owner.delete(`/people/invitations/${revoked.id}`))
  expect(await isOpen(revoked.token)).toBe(false)

  const renewed = await givenInvitation()
  const again = await done(renewed.owner.post(`/people/invitations/${renewed.id}/link`))
  expect([await isOpen(renewed.token), await isOpen(tokenOf(again.link))]).toEqual([false, true])

  const late = await givenInvitation()
  const before = service.time.now
  onTestFinished(() => {
    service.time.now = before
  })
  service.time.now = new Date(before.getTime() + 7 * DAY_MS)
  expect(await isOpen(late.token)).toBe(false)
  for (const token of ['x', late.token.slice(0, -1), `${late.token}x`]) expect(await isOpen(token)).toBe(false)
})

test('who has an account signs in to it, instead of making one', async () => {
  const person = await givenPerson(service.context)
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const { body } = await owner.post('/people/invitations', { email: person.email.toUpperCase(), role: 'owner' })
  const path = `/account/invitation/${tokenOf(body.data.link)}`
  const browser = newBrowser(service)
  expect((await browser.call('GET', path)).body.data.hasAccount).toBe(true)
  expect((await browser.call('POST', path, joining)).status).toBe(401)
  const somebodyElse = newBrowser(service)
  somebodyElse.token = owner.token
  expect((await somebodyElse.call('POST', path, {})).status).toBe(401)
  await browser.call('POST', '/account/sign-in', person)
  expectDone(await browser.call('POST', path, {}))
  expect((await browser.call('GET', '/account/me')).body.data.workspaces).toEqual([
    { slug: owner.slug, name: 'Harbour Wholesale', role: 'owner', isSample: false },
  ])
  const again = await owner.post('/people/invitations', { email: person.email, role: 'manager' })
  expect([again.status, again.body.error.code]).toEqual([400, 'invalid_request'])
})

test('an invitation is mailed; its link is shown as long as the service sends no mail', async () => {
  const { email, token } = await givenInvitation()
  const mail = await latestMail(service.context, email)
  expect(mail).toMatchObject({ subject: 'Join Harbour Wholesale on Trade Catalogue', token })
  expect(mail.text).toContain('Olive Owner invites you')
})

test('a buyer joins for their customer, and lands in the portal', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const { email, token } = await givenInvitedBuyer(workspace)
  const browser = newBrowser(service)
  expect((await browser.call('GET', `/account/invitation/${token}`)).body.data).toMatchObject({
    email,
    name: 'Bo Buyer',
    role: null,
    customer: 'Quay Café',
  })
  const joined = await browser.call('POST', `/account/invitation/${token}`, joining)
  // Where the page sends on to the catalogue who has never ordered.
  expect(joined.body.data).toEqual({ path: `/t/${owner.slug}/usual` })
  expect((await browser.call('GET', '/account/me')).body.data).toMatchObject({
    workspaces: [],
    portals: [{ slug: owner.slug, name: 'Harbour Wholesale', customer: 'Quay Café' }],
  })
  expect((await browser.call('GET', `/console/${owner.slug}/workspace`)).status).toBe(404)
})

test('a buyer who is disabled has no portal any more, and an invitation to them no longer works', async () => {
  const workspace = await service.workspace()
  const joined = await givenInvitedBuyer(workspace)
  const browser = newBrowser(service)
  await browser.call('POST', `/account/invitation/${joined.token}`, joining)
  await disableBuyer(workspace.context, joined)
  expect((await browser.call('GET', '/account/me')).body.data.portals).toEqual([])

  const other = await service.workspace()
  const invited = await givenInvitedBuyer(other)
  await disableBuyer(other.context, invited)
  expect((await newBrowser(service).call('POST', `/account/invitation/${invited.token}`, joining)).status).toBe(404)
})

test('a member who is removed is signed out at once, and a new role counts at once', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager')
  expect((await staff.get('/people')).status).toBe(403)
  expectDone(await owner.put(`/people/${staff.id}/role`, { role: 'owner' }))
  expectDone(await staff.get('/people'))
  expectDone(await staff.put(`/people/${owner.id}/role`, { role: 'manager' }))
  expect((await owner.get('/people')).status).toBe(403)
  expectDone(await staff.delete(`/people/${owner.id}`))
  expect((await owner.get('/workspace')).status).toBe(401)
})

test('the last owner cannot leave or lose the role, not even two at once', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager')
  for (const answer of [
    await owner.put(`/people/${owner.id}/role`, { role: 'manager' }),
    await owner.delete(`/people/${owner.id}`),
    await owner.post('/people/leave'),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
  }
  const other = await givenMember(service, workspace, 'owner', { name: 'Otto Owner' })
  const both = await Promise.all([owner.delete(`/people/${other.id}`), other.delete(`/people/${owner.id}`)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expectDone(await staff.post('/people/leave'))
  expect((await staff.get('/workspace')).status).toBe(401)
})

test('nobody can make the service mail many people', async () => {
  const owner = await givenMember(service, await service.workspace(), 'owner')
  const email = newEmail()
  const toOne = []
  for (let i = 0; i < 6; i++) toOne.push((await owner.post('/people/invitations', { email, role: 'manager' })).status)
  expect(toOne).toEqual([200, 200, 200, 200, 200, 429])
})

test('a member who is removed does not come back by an invitation of before', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  const join = async (link: string) => browser.call('POST', `/account/invitation/${tokenOf(link)}`, {})
  const [first, second] = [person.email, newEmail()]
  const [invited, spare] = await Promise.all(
    [first, second].map((email) => owner.post('/people/invitations', { email, role: 'manager' })),
  )
  expectDone(await browser.call('POST', '/account/sign-in', person))
  expectDone(await join(invited!.body.data.link))
  expectDone(await browser.call('PATCH', '/account/me', { email: second, currentPassword: person.password }))
  const { token } = await latestMail(service.context, second, { subject: 'Confirm your e-mail for Trade Catalogue' })
  expectDone(await browser.call('POST', '/account/new-email/use', { token }))

  expectDone(await owner.delete(`/people/${person.id}`))
  expectDone(await browser.call('POST', '/account/sign-in', { ...person, email: second }))
  expect((await join(spare!.body.data.link)).status).toBe(404)
})

import { expect, test } from 'vitest'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { setNeedPasskeys } from '../../server/src/workspaces/need-passkeys.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { makePasskey } from '../given/authenticator.ts'
import { newBrowser } from '../given/browser.ts'
import type { TestBrowser } from '../given/browser.ts'
import { expectDone } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { challengeFor, givenPasskey } from '../given/passkey.ts'
import { latestMail } from '../given/person.ts'

const service = useService()

/** The browser of a member. */
function browserOf({ token }: TestMember): TestBrowser {
  const browser = newBrowser(service)
  browser.token = token
  return browser
}

function need(owner: TestMember, areNeeded: boolean) {
  return owner.put('/people/passkeys', { areNeeded })
}

async function givenNeeding() {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager')
  const passkey = await givenPasskey(browserOf(owner))
  expectDone(await need(owner, true))
  return { workspace, owner, staff, passkey }
}

test('an owner who is signed in with a passkey says that the staff needs one; others would shut themselves out', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager')
  const refused = await need(owner, true)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'passkey_required'])
  expect((await need(staff, true)).status).toBe(403)
  await givenPasskey(browserOf(owner))
  const { data } = (await owner.get('/people')).body
  expect(data.passkeys).toEqual({ areNeeded: false, signedIn: true })
  expect(data.members).toMatchObject([{ hasPasskey: true }, { hasPasskey: false }])
  expectDone(await need(owner, true))
  expectDone(await need(owner, true))
  expect((await owner.get('/people')).body.data.passkeys.areNeeded).toBe(true)
  const changes = { staffNeedPasskey: { from: false, to: true } }
  expect((await workspace.get('/activity')).body.data[0]).toMatchObject({ action: 'workspace.update', changes })
})

test('without a passkey the staff is let in nowhere there, at once; elsewhere, and the keys, go on', async () => {
  const { workspace, owner, staff } = await givenNeeding()
  const elsewhere = await givenMember(service, await service.workspace(), 'owner')
  for (const refused of [
    await staff.get('/workspace'),
    await staff.get('/products'),
    await staff.post('/people/leave'),
  ]) {
    expect([refused.status, refused.body.error.code]).toEqual([403, 'passkey_required'])
  }
  expectDone(await owner.get('/workspace'))
  expectDone(await elsewhere.get('/workspace'))
  expectDone(await workspace.get('/workspace'))
  // A stranger is not told that the workspace is there.
  expect((await elsewhere.get(`/../${staff.slug}/workspace`)).status).toBe(404)
  const me = (await browserOf(staff).call('GET', '/account/me')).body.data
  expect(me.passkeyNeededIn).toEqual(['Harbour Wholesale'])
})

test('a passkey that is added, given as a proof or signed in with lets them in; the last one removed shuts them out', async () => {
  const { staff } = await givenNeeding()
  const browser = browserOf(staff)
  const passkey = await givenPasskey(browser)
  expectDone(await staff.get('/workspace'))
  const other = newBrowser(service)
  const answer = passkey.answer(await challengeFor(other, 'sign-in'))
  expectDone(await other.call('POST', '/account/sign-in/passkey', { passkey: answer }))
  expectDone(await other.call('GET', `/console/${staff.slug}/workspace`))
  expectDone(await browser.call('DELETE', `/account/passkeys/${passkey.listed}`))
  expect((await staff.get('/workspace')).status).toBe(403)
  expect((await other.call('GET', `/console/${staff.slug}/workspace`)).status).toBe(401)
})

test('somebody who found out the password neither adds a passkey there, nor removes one', async () => {
  const { owner, passkey } = await givenNeeding()
  const { db } = service.context
  // As after a sign-in by the password.
  await db.updateTable('session').set({ passkey_at: null }).where('person_id', '=', owner.id).execute()
  const browser = browserOf(owner)
  const removed = await browser.call('DELETE', `/account/passkeys/${passkey.listed}`)
  expect([removed.status, removed.body.error.message]).toEqual([
    400,
    expect.stringContaining('sign in with one of yours'),
  ])
  const { data } = (await browser.call('POST', '/account/passkeys/begin')).body
  expect((await browser.call('POST', '/account/passkeys', { passkey: makePasskey(data).made })).status).toBe(400)
  const proof = passkey.answer(await challengeFor(browser, 'proof'))
  expectDone(await browser.call('POST', '/account/proof/passkey', { passkey: proof }))
  await givenPasskey(browser)
  expectDone(await owner.get('/workspace'))
})

test('nor does somebody who reads the mail: calling a new e-mail off leaves the passkeys there', async () => {
  const { owner, passkey } = await givenNeeding()
  const browser = browserOf(owner)
  expectDone(await browser.call('PATCH', '/account/me', { email: `new-${owner.email}` }))
  const { token } = await latestMail(service.context, owner.email, {
    subject: 'Your e-mail at Trade Catalogue is about to change',
  })
  expectDone(await newBrowser(service).call('POST', '/account/new-email/call-off', { token }))
  expect((await browser.call('GET', '/account/me')).status).toBe(401)
  const answer = passkey.answer(await challengeFor(browser, 'sign-in'))
  expectDone(await browser.call('POST', '/account/sign-in/passkey', { passkey: answer }))
})

test('the operator takes it back', async () => {
  const { workspace, staff } = await givenNeeding()
  await setNeedPasskeys(asOperator(workspace), { needed: false })
  expectDone(await staff.get('/workspace'))
})

function asOperator({ context }: TestWorkspace) {
  return { ...context, actor: OPERATOR }
}

import { expect, test } from 'vitest'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import type { Right } from '../../server/src/shared/rights.ts'
import { useService } from '../given/service.ts'
import { pageOperations } from '../given/app-api-operations.ts'
import { newBrowser } from '../given/browser.ts'
import { expectDone, invalidFields } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { challengeFor, givenPasskey } from '../given/passkey.ts'
import { givenPerson, latestMail } from '../given/person.ts'
import { later } from '../given/later.ts'

const service = useService()
useCheapHashes()
const MINUTE_MS = 60_000

/** An owner in a browser, who has a password too. */
async function givenOwner() {
  const workspace = await service.workspace()
  const person = await givenPerson(service.context)
  const { slug } = await givenMember(service, workspace, 'manager')
  const values = { workspace_id: workspace.id, person_id: person.id, role: 'owner' as const }
  await service.context.db
    .insertInto('member')
    .values({ ...values, created_at: service.time.now })
    .execute()
  const browser = newBrowser(service)
  browser.token = await beginSession(service.context, person.id)
  const makeKey = () => browser.call('POST', `/console/${slug}/keys`, { name: 'ERP', scope: 'write' })
  return { workspace, person, browser, slug, makeKey }
}

function codeOf({ status, body }: { status: number; body: any }) {
  return [status, body.error?.code]
}

const REQUIRED = [403, 'proof_required']

test('10 minutes after the last proof a key needs another one: the password, or a passkey', async () => {
  const { browser, person, makeKey } = await givenOwner()
  const passkey = await givenPasskey(browser)
  later(service, 10 * MINUTE_MS - 1)
  expectDone(await makeKey())
  later(service, 1)
  expect(codeOf(await makeKey())).toEqual(REQUIRED)
  const prove = (password: string) => browser.call('POST', '/account/proof/password', { password })
  expect(invalidFields(await prove('not this one'))).toEqual(['password'])
  expect(codeOf(await makeKey())).toEqual(REQUIRED)
  expectDone(await prove(person.password))
  expectDone(await makeKey())
  later(service, 11 * MINUTE_MS)
  expect(codeOf(await makeKey())).toEqual(REQUIRED)
  const asked = await challengeFor(browser, 'proof')
  expect(asked.allowCredentials).toMatchObject([{ id: passkey.id }])
  expectDone(await browser.call('POST', '/account/proof/passkey', { passkey: passkey.answer(asked) }))
  expectDone(await makeKey())
})

test('a proof is of the person alone, and for their own session', async () => {
  const { browser, person, makeKey } = await givenOwner()
  const passkey = await givenPasskey(browser)
  const attacker = newBrowser(service)
  attacker.token = await beginSession(service.context, (await givenPerson(service.context)).id)
  const theirs = await givenPasskey(attacker)
  later(service, 11 * MINUTE_MS)
  const prove = (answer: object) => browser.call('POST', '/account/proof/passkey', { passkey: answer })
  expect(invalidFields(await prove(theirs.answer(await challengeFor(browser, 'proof'))))).toEqual(['passkey'])
  const forged = await prove(passkey.answer(await challengeFor(attacker, 'proof')))
  expect(codeOf(forged)).toEqual([400, 'invalid_request'])
  const answer = passkey.answer(await challengeFor(browser, 'proof'))
  const other = newBrowser(service)
  other.token = await beginSession(service.context, person.id)
  expectDone(await prove(answer))
  expectDone(await makeKey())
  later(service, 11 * MINUTE_MS)
  expect((await prove(answer)).status).toBe(400)
  expectDone(await other.call('POST', '/account/proof/password', { password: person.password }))
  expect(codeOf(await makeKey())).toEqual(REQUIRED)
})

test('what asks for it: keys, people, deleting, the address; and passkeys themselves', async () => {
  const { browser, slug } = await givenOwner()
  const { listed } = await givenPasskey(browser)
  const settings = (await browser.call('GET', `/console/${slug}/settings`)).body.data
  later(service, 11 * MINUTE_MS)
  const id = '01970000-0000-7000-8000-000000000001'
  const calls: [string, string, object?][] = [
    ['POST', `/console/${slug}/keys`, { name: 'ERP', scope: 'read' }],
    ['DELETE', `/console/${slug}/keys/${id}`],
    ['POST', `/console/${slug}/people/invitations`, { email: 'new@people.example', role: 'owner' }],
    ['POST', `/console/${slug}/people/invitations/${id}/resend`],
    ['POST', `/console/${slug}/people/invitations/${id}/link`],
    ['DELETE', `/console/${slug}/people/invitations/${id}`],
    ['PUT', `/console/${slug}/people/${id}/role`, { role: 'owner' }],
    ['DELETE', `/console/${slug}/people/${id}`],
    ['PUT', `/console/${slug}/people/passkeys`, { areNeeded: true }],
    ['PUT', `/console/${slug}/settings`, { ...settings, slug: `moved-${slug}`.slice(0, 40) }],
    ['DELETE', `/console/${slug}/products/${id}`],
    ['POST', `/console/${slug}/products/bulk-delete`, { products: { ids: [id] } }],
    ['DELETE', `/console/${slug}/customers/${id}`],
    ['POST', '/account/passkeys/begin'],
    ['POST', '/account/passkeys', {}],
    ['DELETE', `/account/passkeys/${listed}`],
  ]
  for (const [method, path, body] of calls) {
    expect([path, ...codeOf(await browser.call(method, path, body))]).toEqual([path, ...REQUIRED])
  }
  expectDone(await browser.call('PUT', `/console/${slug}/settings`, { ...settings, taxLabel: 'net' }))
})

const GRAVE = new Set<Right>(['people', 'keys', 'deletions', 'settings'])

test('people, keys, deletions and settings ask for it, but for how things look and how orders are taken', () => {
  const operations = pageOperations(service)
  const withoutProof = operations.filter(
    ({ rights, writes, fresh }) => writes && !fresh && rights.some((right) => GRAVE.has(right)),
  )
  expect(withoutProof.map(({ id }) => id).toSorted()).toEqual([
    'removePortalLogo',
    'updateOrderSettings',
    'updatePortalSettings',
    'updateSettings',
    'uploadPortalLogo',
  ])
})

test('a link by mail is no fresh proof of somebody who has a password, and is one of somebody who has nothing else', async () => {
  const { browser, person, makeKey } = await givenOwner()
  const byLink = async () => {
    await browser.call('POST', '/account/link', { email: person.email })
    const { token } = await latestMail(service.context, person.email)
    expectDone(await browser.call('POST', '/account/link/use', { token }))
  }
  await byLink()
  expect(codeOf(await makeKey())).toEqual(REQUIRED)
  expectDone(await browser.call('POST', '/account/proof/password', { password: person.password }))
  expectDone(await makeKey())
  await service.context.db.deleteFrom('password').where('person_id', '=', person.id).execute()
  later(service, 11 * MINUTE_MS)
  expect(codeOf(await makeKey())).toEqual(REQUIRED)
  await byLink()
  expectDone(await makeKey())
})

test('whoever has no password sets one, or another e-mail, with a fresh proof only', async () => {
  const { browser, person } = await givenOwner()
  const passkey = await givenPasskey(browser)
  await service.context.db.deleteFrom('password').where('person_id', '=', person.id).execute()
  later(service, 11 * MINUTE_MS)
  for (const change of [{ password: 'of whoever took the cookie' }, { email: 'thief@people.example' }]) {
    expect(codeOf(await browser.call('PATCH', '/account/me', change))).toEqual(REQUIRED)
  }
  const answer = passkey.answer(await challengeFor(browser, 'proof'))
  expectDone(await browser.call('POST', '/account/proof/passkey', { passkey: answer }))
  expectDone(await browser.call('PATCH', '/account/me', { password: 'of the person' }))
})

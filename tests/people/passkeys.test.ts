import { expect, test } from 'vitest'
import { makeChallenge, useChallenge } from '../../server/src/people/passkeys/check-answer.ts'
import { removeExpiredSessions } from '../../server/src/people/sessions.ts'
import { useService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { done, expectDone } from '../given/given.ts'
import { challengeFor, enter, givenPasskey, listed, signedIn, signIn } from '../given/passkey.ts'
import { givenPerson, latestMail } from '../given/person.ts'
import { later } from '../given/later.ts'

const service = useService()
const MINUTE_MS = 60_000

test('a passkey is added, told by mail, named, signed in with, and removed', async () => {
  const { person, browser } = await signedIn(service)
  const passkey = await givenPasskey(browser)
  expect((await latestMail(service.context, person.email)).text).toContain('A passkey was added to your account')
  expect(await listed(browser)).toMatchObject([{ id: passkey.listed, name: 'A browser', lastUsedAt: null }])
  expectDone(await browser.call('PATCH', `/account/passkeys/${passkey.listed}`, { name: ' Red key ' }))

  const other = newBrowser(service)
  const asked = await challengeFor(other, 'sign-in')
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(asked.allowCredentials).toBe(undefined)
  expect(await done(signIn(other, passkey.answer(asked)))).toMatchObject({ id: person.id, hasPasskey: true })
  expectDone(await other.call('GET', '/account/me'))
  const used = service.time.now.toISOString()
  expect(await listed(other)).toMatchObject([{ name: 'Red key', lastUsedAt: used }])

  expectDone(await browser.call('DELETE', `/account/passkeys/${passkey.listed}`))
  expect((await latestMail(service.context, person.email)).text).toContain('The passkey "Red key" was removed')
  expect(await listed(browser)).toEqual([])
  const again = newBrowser(service)
  expect((await enter(again, passkey)).status).toBe(401)
})

test('what a passkey answered is of no use a second time, or too late, or for something else', async () => {
  const { browser } = await signedIn(service)
  const passkey = await givenPasskey(browser)
  const answer = passkey.answer(await challengeFor(browser, 'sign-in'))
  expectDone(await signIn(newBrowser(service), answer))
  expect((await signIn(newBrowser(service), answer)).status).toBe(400)
  // Not even where the first try was refused.
  const asked = await challengeFor(browser, 'sign-in')
  expect(
    (await signIn(newBrowser(service), passkey.answer(asked, { origin: 'https://elsewhere.example' }))).status,
  ).toBe(401)
  expect((await signIn(newBrowser(service), passkey.answer(asked))).status).toBe(400)
  const forProof = await challengeFor(browser, 'proof')
  expect((await signIn(newBrowser(service), passkey.answer(forProof))).status).toBe(400)
  const own = { challenge: Buffer.alloc(32, 7).toString('base64url') }
  expect((await signIn(newBrowser(service), passkey.answer(own))).status).toBe(400)
  const late = await challengeFor(browser, 'sign-in')
  later(service, 5 * MINUTE_MS)
  expect((await signIn(newBrowser(service), passkey.answer(late))).status).toBe(400)
  await removeExpiredSessions(service.context)
  // Those of other files, whose clock went further, are not over yet.
  const kept = await service.context.db
    .selectFrom('passkey_challenge')
    .select('purpose')
    .where('expires_at', '<=', service.time.now)
    .execute()
  expect(kept).toEqual([])
})

test('a challenge is of use for what it was made for, and for nothing else', async () => {
  const { id: personId } = await givenPerson(service.context)
  const told = async (purpose: 'add' | 'prove') => {
    const challenge = (await makeChallenge(service.context, { purpose, personId })).toString('base64url')
    return Buffer.from(JSON.stringify({ challenge })).toString('base64url')
  }
  const proof = await told('prove')
  const asAddition = useChallenge(service.context, proof, { purpose: 'add', personId })
  await expect(asAddition).rejects.toThrow('try again')
  await useChallenge(service.context, proof, { purpose: 'prove', personId })
})

test('nobody renames or removes the passkey of somebody else', async () => {
  const [{ browser }, { browser: other }] = [await signedIn(service), await signedIn(service)]
  const { listed: id } = await givenPasskey(browser)
  expect((await other.call('PATCH', `/account/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await other.call('DELETE', `/account/passkeys/${id}`)).status).toBe(404)
  expect(await listed(browser)).toMatchObject([{ id, name: 'A browser' }])
})

test('removing one ends the other sessions that a passkey proved: it may have been lost', async () => {
  const { person, browser } = await signedIn(service)
  const [lost, kept] = [await givenPasskey(browser), await givenPasskey(browser)]
  const [thief, byPassword] = [newBrowser(service), newBrowser(service)]
  expectDone(await enter(thief, lost))
  expectDone(await byPassword.call('POST', '/account/sign-in', person))
  expectDone(await browser.call('DELETE', `/account/passkeys/${lost.listed}`))
  expect((await thief.call('GET', '/account/me')).status).toBe(401)
  expectDone(await byPassword.call('GET', '/account/me'))
  expectDone(await browser.call('GET', '/account/me'))
  expectDone(await enter(thief, kept))
})

test('a passkey that is removed while somebody signs in with it lets nobody in', async () => {
  const { browser } = await signedIn(service)
  for (let round = 0; round < 5; round++) {
    const passkey = await givenPasskey(browser)
    const thieves = [newBrowser(service), newBrowser(service), newBrowser(service)]
    const answers: object[] = []
    for (const thief of thieves) answers.push(passkey.answer(await challengeFor(thief, 'sign-in')))
    await Promise.all([
      ...thieves.map((thief, at) => signIn(thief, answers[at]!)),
      browser.call('DELETE', `/account/passkeys/${passkey.listed}`),
    ])
    for (const thief of thieves) expect((await thief.call('GET', '/account/me')).status).toBe(401)
  }
})

test('the first link that is used ends a passkey that somebody else set up with the address', async () => {
  for (const [ask, use, more] of [
    ['link', 'link/use', {}],
    ['forgot', 'reset', { password: 'another password' }],
  ] as const) {
    const person = await givenPerson(service.context, { isVerified: false })
    const squatter = newBrowser(service)
    await squatter.call('POST', '/account/sign-in', person)
    const passkey = await givenPasskey(squatter)
    const browser = newBrowser(service)
    await browser.call('POST', `/account/${ask}`, { email: person.email })
    const { token } = await latestMail(service.context, person.email)
    expectDone(await browser.call('POST', `/account/${use}`, { token, ...more }))
    expect((await browser.call('GET', '/account/me')).body.data.hasPasskey).toBe(false)
    expect((await enter(squatter, passkey)).status).toBe(401)
  }
})

test('a network asks for few passkeys that nobody gives; those that are given do not count', async () => {
  const { db } = service.context
  await db.deleteFrom('attempt_window').execute()
  const { browser } = await signedIn(service)
  const passkey = await givenPasskey(browser)
  for (let i = 0; i < 5; i++) expectDone(await enter(browser, passkey))
  const begin = () => newBrowser(service).call('POST', '/account/sign-in/passkey/begin')
  expect((await begin()).status).toBe(200)
  // As if all but one of the hundred of a window had been asked for.
  await db.updateTable('attempt_window').set({ attempts: 99 }).execute()
  const answers = await Promise.all([begin(), begin(), begin()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  // Strangers on the network take no turns of somebody who is signed in.
  await challengeFor(browser, 'proof')
  await db.deleteFrom('attempt_window').execute()
})

test('where passkeys work is told: by the name of this machine, whatever the request says of its host', async () => {
  for (const host of ['127.0.0.1', 'evil.example']) {
    const place = await newBrowser(service).call('GET', '/account/passkeys/place', undefined, { host })
    expect(place.body.data).toEqual({ origin: 'http://localhost:3000', reason: null })
  }
})

test('calling a new e-mail off ends a passkey of whoever asked for it', async () => {
  const { person, browser } = await signedIn(service)
  const { password: currentPassword } = person
  const email = `new-${person.email}`
  expectDone(await browser.call('PATCH', '/account/me', { email, currentPassword }))
  const { token } = await latestMail(service.context, person.email)
  const passkey = await givenPasskey(browser)
  expectDone(await newBrowser(service).call('POST', '/account/new-email/call-off', { token }))
  expect((await enter(browser, passkey)).status).toBe(401)
})

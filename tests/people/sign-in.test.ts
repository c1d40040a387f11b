import { expect, test } from 'vitest'
import { hashPassword } from '../../server/src/people/credentials.ts'
import { useService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { expectDone, invalidFields } from '../given/given.ts'
import { givenPerson, latestMail, mailsTo } from '../given/person.ts'
import { later } from '../given/later.ts'

const service = useService()
const MINUTE_MS = 60_000

test('whoever knows the password signs in, whatever the spelling of the e-mail, and signs out', async () => {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  const answer = await browser.call('POST', '/account/sign-in', {
    email: ` ${person.email.toUpperCase()}`,
    password: person.password,
  })
  expectDone(answer)
  expect(answer.body.data).toMatchObject({ id: person.id, name: 'Pat Person', workspaces: [], portals: [] })
  const cookies = answer.headers.getSetCookie()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^(session|device)=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  }
  expectDone(await browser.call('GET', '/account/me'))
  const { token } = browser
  expectDone(await browser.call('POST', '/account/sign-out'))
  expect(browser.token).toBe(undefined)
  browser.token = token
  expect((await browser.call('GET', '/account/me')).status).toBe(401)
})

test('a sign-in is another session, and ends the one before it in the same browser', async () => {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  await browser.call('POST', '/account/sign-in', person)
  const first = browser.token!
  await browser.call('POST', '/account/sign-in', person)
  expect(browser.token).not.toBe(first)
  const other = newBrowser(service)
  other.token = first
  expect((await other.call('GET', '/account/me')).status).toBe(401)
})

test('a wrong password and an unknown e-mail are refused in the same words, and take as long', async () => {
  const person = await givenPerson(service.context)
  const hash = await hashPassword(person.password, 'test')
  await service.context.db.updateTable('password').set({ hash }).where('person_id', '=', person.id).execute()
  const browser = newBrowser(service)
  const timed = async (email: string) => {
    const began = performance.now()
    const { status, body } = await browser.call('POST', '/account/sign-in', { email, password: 'wrong password' })
    return { status, body, took: performance.now() - began }
  }
  const fastest = { known: Infinity, unknown: Infinity }
  for (let round = 0; round < 3; round++) {
    const known = await timed(person.email)
    const unknown = await timed('nobody@people.example')
    expect([known.status, unknown.status]).toEqual([401, 401])
    expect(unknown.body).toEqual(known.body)
    fastest.known = Math.min(fastest.known, known.took)
    fastest.unknown = Math.min(fastest.unknown, unknown.took)
  }
  // Without a hash it would take a tenth.
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 4)
})

test('after 10 wrong passwords the account is closed for 15 minutes; right ones never count', async () => {
  const person = await givenPerson(service.context)
  const signIn = (password: string) => newBrowser(service).call('POST', '/account/sign-in', { ...person, password })
  const right = await Promise.all(Array.from({ length: 12 }, () => signIn(person.password)))
  expect(right.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const wrong = await Promise.all(Array.from({ length: 12 }, () => signIn('wrong')))
  expect(wrong.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), 429, 429])
  const refused = await signIn(person.password)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
  later(service, 15 * MINUTE_MS)
  expectDone(await signIn(person.password))
})

test('another site cannot sign a browser in', async () => {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    expect((await browser.call('POST', '/account/sign-in', person, headers)).status).toBe(403)
  }
  expect(browser.token).toBe(undefined)
})

test('a link by mail signs in once, within half an hour', async () => {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  expectDone(await browser.call('POST', '/account/link', { email: person.email }))
  const { subject, token } = await latestMail(service.context, person.email)
  expect(subject).toBe('Sign in to Trade Catalogue')
  expectDone(await browser.call('POST', '/account/link/use', { token }))
  expectDone(await browser.call('GET', '/account/me'))
  expect((await newBrowser(service).call('POST', '/account/link/use', { token })).status).toBe(400)

  await browser.call('POST', '/account/link', { email: person.email })
  const second = await latestMail(service.context, person.email)
  later(service, 30 * MINUTE_MS)
  expect((await browser.call('POST', '/account/link/use', { token: second.token })).status).toBe(400)
})

test('whether an e-mail has an account is not told, and nobody else gets mail', async () => {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  for (const path of ['/account/link', '/account/forgot']) {
    const known = await browser.call('POST', path, { email: person.email })
    const unknown = await browser.call('POST', path, { email: 'nobody-at-all@people.example' })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  }
  const mails = await service.context.db
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', 'nobody-at-all@people.example')
    .execute()
  expect(mails).toEqual([])
})

test('to one address go few mails', async () => {
  const person = await givenPerson(service.context)
  const ask = () => newBrowser(service).call('POST', '/account/forgot', { email: person.email })
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await mailsTo(service.context, person.email)).toHaveLength(5)
})

test('from one address go few mails, but for the first to each account', async () => {
  const people = await Promise.all(Array.from({ length: 32 }, () => givenPerson(service.context)))
  const asks = async () => {
    await Promise.all(people.map(({ email }) => newBrowser(service).call('POST', '/account/link', { email })))
    return Promise.all(people.map(async ({ email }) => (await mailsTo(service.context, email)).length))
  }
  const first = await asks()
  expect(first).toEqual(Array(32).fill(1))
  expect(await asks()).toEqual(first)
})

test('a forgotten password is replaced, and all sessions of before end', async () => {
  const person = await givenPerson(service.context)
  const before = newBrowser(service)
  await before.call('POST', '/account/sign-in', person)
  await before.call('POST', '/account/forgot', { email: person.email })
  const { token } = await latestMail(service.context, person.email)
  const browser = newBrowser(service)
  expect(invalidFields(await browser.call('POST', '/account/reset', { token, password: 'short' }))).toEqual([
    'password',
  ])
  expectDone(await browser.call('POST', '/account/reset', { token, password: 'another password' }))
  expectDone(await browser.call('GET', '/account/me'))
  expect((await before.call('GET', '/account/me')).status).toBe(401)
  expect((await before.call('POST', '/account/sign-in', person)).status).toBe(401)
  expectDone(await before.call('POST', '/account/sign-in', { ...person, password: 'another password' }))
  expect((await browser.call('POST', '/account/reset', { token, password: 'a third password' })).status).toBe(400)
})

test('the first link that is used proves the e-mail: what somebody else set up with it ends', async () => {
  const person = await givenPerson(service.context, { isVerified: false })
  const squatter = newBrowser(service)
  await squatter.call('POST', '/account/sign-in', person)
  const browser = newBrowser(service)
  await browser.call('POST', '/account/link', { email: person.email })
  const { token } = await latestMail(service.context, person.email)
  expectDone(await browser.call('POST', '/account/link/use', { token }))
  expect((await squatter.call('GET', '/account/me')).status).toBe(401)
  expect((await squatter.call('POST', '/account/sign-in', person)).status).toBe(401)
})

test('what gives access is kept as its digest alone', async () => {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  await browser.call('POST', '/account/sign-in', person)
  const password = 'another password'
  expectDone(await browser.call('PATCH', '/account/me', { password, currentPassword: person.password }))
  await browser.call('POST', '/account/link', { email: person.email })
  const { token } = await latestMail(service.context, person.email)
  const { db } = service.context
  const kept = JSON.stringify([
    await db.selectFrom('session').selectAll().where('person_id', '=', person.id).execute(),
    await db.selectFrom('account_link').selectAll().where('person_id', '=', person.id).execute(),
    await db.selectFrom('password').selectAll().where('person_id', '=', person.id).execute(),
  ])
  expect(kept).toMatch(/scrypt\$/)
  for (const secret of [browser.token!, token, password]) expect(kept).not.toContain(secret)
})

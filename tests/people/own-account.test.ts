import { expect, test } from 'vitest'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { useService } from '../given/service.ts'
import { newBrowser } from '../given/browser.ts'
import { done, expectDone, invalidFields } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { givenPerson, latestMail } from '../given/person.ts'

const service = useService()
useCheapHashes()
const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function signedIn() {
  const person = await givenPerson(service.context)
  const browser = newBrowser(service)
  expectDone(await browser.call('POST', '/account/sign-in', person))
  return { person, browser }
}

test('another name is shown in the lists of people, and in the activity of the workspace', async () => {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager')
  const before = await owner.get('/people')
  const browser = newBrowser(service)
  browser.token = staff.token
  expectDone(await browser.call('PATCH', '/account/me', { name: 'Sam Renamed' }))
  const after = await done(owner.get('/people', { 'if-none-match': before.headers.get('etag')! }))
  expect(after.members.map(({ name }: { name: string }) => name)).toEqual(['Olive Owner', 'Sam Renamed'])
  expect((await workspace.get('/activity')).body.data[0]).toMatchObject({
    action: 'person.update',
    changes: { name: { from: 'Sam Staff', to: 'Sam Renamed' } },
  })
})

test('another password needs the present one, and ends the other sessions', async () => {
  const { person, browser } = await signedIn()
  const other = newBrowser(service)
  await other.call('POST', '/account/sign-in', person)
  const change = (fields: object) => browser.call('PATCH', '/account/me', { password: 'a new password', ...fields })
  expect(invalidFields(await change({}))).toEqual(['currentPassword'])
  expect(invalidFields(await change({ currentPassword: 'wrong' }))).toEqual(['currentPassword'])
  expectDone(await change({ currentPassword: person.password }))
  expectDone(await browser.call('GET', '/account/me'))
  expect((await other.call('GET', '/account/me')).status).toBe(401)
  expectDone(await other.call('POST', '/account/sign-in', { ...person, password: 'a new password' }))
  expect((await latestMail(service.context, person.email)).text).toContain('Your password was changed.')
})

test('the sessions are listed; one of them is ended, or all', async () => {
  const { person, browser } = await signedIn()
  const other = newBrowser(service)
  await other.call('POST', '/account/sign-in', person, { 'user-agent': WINDOWS_CHROME })
  const sessions = (await browser.call('GET', '/account/sessions')).body.data
  expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).toSorted()).toEqual([false, true])
  const kiosk = sessions.find(({ device }: { device: string }) => device === 'Chrome on Windows')
  expect(kiosk).toMatchObject({ isCurrent: false, network: '127.0.0.0/24' })
  expect(JSON.stringify(sessions)).not.toContain('127.0.0.1')
  const { browser: stranger } = await signedIn()
  expectDone(await stranger.call('DELETE', `/account/sessions/${kiosk.id}`))
  expectDone(await other.call('GET', '/account/me'))
  expectDone(await browser.call('DELETE', `/account/sessions/${kiosk.id}`))
  expect((await other.call('GET', '/account/me')).status).toBe(401)
  await other.call('POST', '/account/sign-in', person)
  expectDone(await browser.call('POST', '/account/sign-out-everywhere'))
  expect((await other.call('GET', '/account/me')).status).toBe(401)
})

test('without a session there is no account, and no write comes from another site', async () => {
  const { browser } = await signedIn()
  const calls: [string, string][] = [
    ['GET', '/account/me'],
    ['PATCH', '/account/me'],
    ['GET', '/account/sessions'],
    ['POST', '/account/sign-out-everywhere'],
  ]
  for (const [method, path] of calls) {
    expect((await newBrowser(service).call(method, path)).status).toBe(401)
    if (method === 'GET') continue
    expect((await browser.call(method, path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  }
  expectDone(await browser.call('GET', '/account/me'))
})

test('a body that is no JSON, or far too long, is refused', async () => {
  const path = `${service.url}/app-api/account/sign-in`
  const send = (body: string) => fetch(path, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } })
  const broken = await send('{')
  expect([broken.status, ((await broken.json()) as { error: { code: string } }).error.code]).toEqual([
    400,
    'invalid_json',
  ])
  expect((await send(JSON.stringify({ email: 'x'.repeat(20_000) }))).status).toBeGreaterThanOrEqual(400)
})

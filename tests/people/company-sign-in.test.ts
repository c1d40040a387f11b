import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CompanySignIn } from '../../server/src/context.ts'
import { inviteBuyerToSignIn, inviteMember } from '../../server/src/people/invitations.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { callAppApi } from '../given/app-api-calls.ts'
import { newBrowser } from '../given/browser.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { expectDone, givenCustomer, invalidFields } from '../given/given.ts'
import { CLIENT, startIdentityProvider } from '../given/identity-provider.ts'
import type { IdentityProvider } from '../given/identity-provider.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { givenPerson } from '../given/person.ts'
import { useService } from '../given/service.ts'

let idp: IdentityProvider
let other: IdentityProvider
/** What somebody else does while the service asks a provider. */
let meanwhile: (url: string) => unknown = () => {}
const company: CompanySignIn = {
  provider: undefined,
  fetch: async (url, options) => {
    await meanwhile(url)
    return (url.startsWith(other.issuer) ? other : idp).fetch(url, options)
  },
}
const service = useService({ site: { url: 'https://catalogue.example', sendsMail: true }, company })
useCheapHashes()

beforeAll(async () => {
  idp = await startIdentityProvider()
  other = await startIdentityProvider()
})
afterAll(() => {
  idp.close()
  other.close()
})
beforeEach(() => {
  company.provider = undefined
  idp.forge = undefined
  meanwhile = () => {}
})

const ofDeployment = (domains: string[] = []) => ({ ...CLIENT, issuer: idp.issuer, domains })

/** A browser with its cookies, which goes where it is led only step by step. */
function startBrowser(session?: string) {
  const cookies = new Map<string, string>(session === undefined ? [] : [['session', session]])
  return {
    cookies,
    go: async (path: string) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(`${service.url}${path}`, { redirect: 'manual', headers: { cookie } })
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
        if (value) cookies.set(name!, value)
        else cookies.delete(name!)
      }
      // The sign-in page keeps the way to the workspace.
      return answer.headers.get('location')!.replace(/&next=%2Fw%2F[a-z0-9-]+$/, '')
    },
  }
}
type Browser = ReturnType<typeof startBrowser>

/** Goes to the provider, and to where it sends the browser back: the path of the service, not yet asked for. */
async function toProvider(browser: Browser, at?: string, area = 'w'): Promise<string> {
  const begin = `/app-api/account/company/begin?${new URLSearchParams({ ...(at && { at }), area })}`
  const url = await browser.go(begin)
  if (url.startsWith('/')) return url
  const from = url.startsWith(other.issuer) ? other : idp
  const back = await from.visit(url)
  expect(back.origin).toBe('https://catalogue.example')
  return back.pathname + back.search
}

/** Signs in as whom the provider says. Returns where that leads. */
async function signIn(browser: Browser, at?: string, area = 'w'): Promise<string> {
  const back = await toProvider(browser, at, area)
  return back.startsWith('/sign-in') ? back : browser.go(back)
}

const saysOf = (email: string) => ({ sub: `sub of ${email}`, email, email_verified: true, name: 'Nora Named' })

const get = (browser: Browser, path: string) => callAppApi(service, browser.cookies.get('session'), 'GET', path)

const settings = (more: object = {}) => ({
  issuer: idp.issuer,
  ...CLIENT,
  domains: ['calder.example'],
  isRequired: false,
  ...more,
})

let count = 0
const fresh = (domain = 'calder.example') => `p${++count}.${Date.now()}@${domain}`

/** A member with an address of that domain. */
async function memberOf(workspace: Awaited<ReturnType<typeof service.workspace>>, role: 'owner' | 'manager') {
  const member = await givenMember(service, workspace, role)
  const email = fresh()
  const { db } = service.context
  await db.updateTable('person').set({ email, email_key: email }).where('id', '=', member.id).execute()
  return { ...member, email }
}

async function withProvider() {
  const workspace = await service.workspace()
  const owner = await memberOf(workspace, 'owner')
  expectDone(await owner.put('/company-sign-in', settings()))
  return { workspace, owner }
}

test('a member signs in with the company’s account, to that workspace alone, for 12 hours however used', async () => {
  const { workspace, owner } = await withProvider()
  const elsewhere = await service.workspace()
  const { db } = service.context
  await db
    .insertInto('member')
    .values({ workspace_id: elsewhere.id, person_id: owner.id, role: 'owner', created_at: service.time.now })
    .execute()
  const there = (await givenMember(service, elsewhere, 'manager')).slug
  idp.claims = saysOf(owner.email)
  const browser = startBrowser()
  expect(await signIn(browser, owner.slug)).toBe(`/w/${owner.slug}`)
  expectDone(await get(browser, `/console/${owner.slug}/workspace`))
  // As if the person were nobody elsewhere, and not the holder of the account.
  expect((await get(browser, `/console/${there}/workspace`)).status).toBe(404)
  const me = await get(browser, '/account/me')
  expect(me.body.data.workspaces.map(({ slug }: any) => slug)).toEqual([owner.slug])
  for (const path of ['/account/sessions', '/account/passkeys']) {
    expect((await get(browser, path)).body.error.code).toBe('forbidden')
  }
  const token = browser.cookies.get('session')!
  const write = (method: string, path: string, body: object) =>
    callAppApi(service, token, method, path, {
      headers: { 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    })
  expect((await write('PATCH', '/account/me', { name: 'Taken Over' })).status).toBe(403)
  expect((await write('POST', '/account/passkeys/begin', {})).status).toBe(403)
  // Else the wholesaler could try passwords of theirs, ten in each session.
  expect((await write('POST', '/account/proof/password', { password: 'a guess' })).status).toBe(403)
  expect((await write('POST', '/account/proof/passkey/begin', {})).status).toBe(403)
  expect(me.body.data).toMatchObject({ hasPassword: false, hasPasskey: false, isByCompany: true })
  const { link } = await inviteMember(
    { ...elsewhere.context, site: { url: 'https://x.example', sendsMail: false } },
    {
      email: fresh(),
      role: 'manager',
    },
  )
  expect((await write('POST', `/account/invitation/${link!.split('/').at(-1)}`, {})).status).not.toBe(200)
  for (let hour = 0; hour < 12; hour++) {
    expectDone(await get(browser, `/console/${owner.slug}/workspace`))
    service.later(3_599_000)
  }
  service.later(60_000)
  expect((await get(browser, `/console/${owner.slug}/workspace`)).status).toBe(401)
  expectDone(await workspace.get('/workspace'))
})

test('who is invited joins by the first sign-in, as staff or as a buyer, without a password', async () => {
  const { workspace, owner } = await withProvider()
  const email = fresh()
  await inviteMember(workspace.context, { email, role: 'manager' })
  idp.claims = saysOf(email)
  const browser = startBrowser()
  expect(await signIn(browser, owner.slug)).toBe(`/w/${owner.slug}`)
  expect((await get(browser, `/console/${owner.slug}/workspace`)).body.data.me).toMatchObject({
    name: 'Nora Named',
    role: 'manager',
  })
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const buyer = fresh()
  await inviteBuyerToSignIn(workspace.context, { customer, name: 'Bo Buyer', email: buyer })
  idp.claims = saysOf(buyer)
  const portal = startBrowser()
  expect(await signIn(portal, owner.slug, 't')).toBe(`/t/${owner.slug}`)
  expectDone(await get(portal, `/portal/${owner.slug}/orders`))
  // The provider of one wholesaler proves nothing to others.
  const { db } = service.context
  const people = await db.selectFrom('person').select('email_verified').where('email', 'in', [email, buyer]).execute()
  expect(people.map((person) => person.email_verified)).toEqual([false, false])
})

test('a workspace’s provider signs in nobody who has an account and does not belong there, nor an address of another domain', async () => {
  const { workspace, owner } = await withProvider()
  const elsewhere = await service.workspace()
  const victim = await memberOf(elsewhere, 'owner')
  await inviteMember(workspace.context, { email: victim.email, role: 'manager' })
  const stranger = fresh()
  const outside = await givenMember(service, workspace, 'manager')
  for (const email of [victim.email, stranger, outside.email]) {
    idp.claims = saysOf(email)
    const browser = startBrowser()
    expect(await signIn(browser, owner.slug)).toBe('/sign-in?refused=stranger')
    expect(browser.cookies.has('session')).toBe(false)
  }
  // Nor by the other workspace's address, which has no provider.
  idp.claims = saysOf(victim.email)
  expect(await toProvider(startBrowser(), victim.slug)).toBe('/sign-in?refused=missing')
})

test('an answer is taken once, only from the browser that asked, at the address of its provider, and soon', async () => {
  const { owner } = await withProvider()
  idp.claims = saysOf(owner.email)
  const browser = startBrowser()
  const back = await toProvider(browser, owner.slug)
  expect(await startBrowser().go(back)).toBe('/sign-in?refused=old')
  const elsewhere = await withProvider()
  const misled = back.replace(/callback\/[^?]+/, `callback/${elsewhere.workspace.id}`)
  const copy = new Map(browser.cookies)
  expect(await browser.go(misled)).toBe('/sign-in?refused=old')
  for (const [name, value] of copy) browser.cookies.set(name, value)
  expect(await browser.go(back)).toBe('/sign-in?refused=old')

  const again = startBrowser()
  const good = await toProvider(again, owner.slug)
  const cookies = new Map(again.cookies)
  expect(await again.go(good)).toBe(`/w/${owner.slug}`)
  const replayed = startBrowser()
  for (const [name, value] of cookies) replayed.cookies.set(name, value)
  expect(await replayed.go(good)).toBe('/sign-in?refused=old')

  const late = startBrowser()
  const then = await toProvider(late, owner.slug)
  service.later(11 * 60_000)
  expect(await late.go(then)).toBe('/sign-in?refused=old')
})

const now = () => Math.floor(Date.now() / 1000)

test('another state, issuer, nonce, audience or signature, and a token of another time, sign nobody in', async () => {
  const { owner } = await withProvider()
  idp.claims = saysOf(owner.email)
  const changed: Record<string, (back: string) => string> = {
    state: (back) => back.replace(/state=[^&]+/, 'state=other'),
    'no state': (back) => back.replace(/state=[^&]+&?/, ''),
    iss: (back) => back.replace(/iss=[^&]+/, `iss=${encodeURIComponent(other.issuer)}`),
    'no iss': (back) => back.replace(/&?iss=[^&]+/, ''),
    code: (back) => back.replace(/code=[^&]+/, 'code=other'),
    error: () => `/app-api/account/company/callback/x?error=access_denied`,
  }
  for (const [what, change] of Object.entries(changed)) {
    const browser = startBrowser()
    const to = await browser.go(change(await toProvider(browser, owner.slug)))
    expect([what, to.split('=')[0], browser.cookies.has('session')]).toEqual([what, '/sign-in?refused', false])
  }
  const forged: Record<string, (claims: Record<string, unknown>) => Record<string, unknown>> = {
    nonce: (claims) => ({ ...claims, nonce: 'other' }),
    issuer: (claims) => ({ ...claims, iss: other.issuer }),
    audience: (claims) => ({ ...claims, aud: 'another client' }),
    'long ago': (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 }),
    unverified: (claims) => ({ ...claims, email_verified: false }),
    'verified as text': (claims) => ({ ...claims, email_verified: 'true' }),
    'no address': ({ email: _email, ...claims }) => ({ ...claims, email: 'nobody' }),
  }
  for (const [what, forge] of Object.entries(forged)) {
    idp.forge = forge
    const browser = startBrowser()
    const to = await signIn(browser, owner.slug)
    expect([what, to.split('=')[0], browser.cookies.has('session')]).toEqual([what, '/sign-in?refused', false])
  }
  // A clock that is half a minute wrong is forgiven.
  idp.forge = (claims) => ({ ...claims, iat: now() - 630, exp: now() - 30 })
  expect(await signIn(startBrowser(), owner.slug)).toBe(`/w/${owner.slug}`)
})

test('a provider that changes its keys goes on at once', async () => {
  const { owner } = await withProvider()
  idp.claims = saysOf(owner.email)
  expect(await signIn(startBrowser(), owner.slug)).toBe(`/w/${owner.slug}`)
  await idp.rotate()
  expect(await signIn(startBrowser(), owner.slug)).toBe(`/w/${owner.slug}`)
})

test('the settings are an owner’s: checked, without the secret, which goes to no other issuer; sessions end with the provider', async () => {
  const { workspace, owner } = await withProvider()
  const staff = await givenMember(service, workspace, 'manager')
  expect((await staff.get('/company-sign-in')).status).toBe(403)
  const { data } = (await owner.get('/company-sign-in')).body
  expect(data).toEqual({
    redirectUri: `https://catalogue.example/app-api/account/company/callback/${workspace.id}`,
    signedIn: false,
    provider: { issuer: idp.issuer, clientId: CLIENT.clientId, domains: ['calder.example'], isRequired: false },
  })
  expect(JSON.stringify(await workspace.get('/activity'))).not.toContain(CLIENT.clientSecret)
  const put = async (more: object) => invalidFields(await owner.put('/company-sign-in', settings(more)))
  expect(await put({ issuer: other.issuer, clientSecret: undefined })).toEqual(['clientSecret'])
  expect(await put({ issuer: 'http://localhost' })).toEqual(['issuer'])
  expect(await put({ issuer: `${idp.issuer}/other` })).toEqual(['issuer'])
  expect(await put({ domains: [] })).toEqual(['domains'])
  for (const issuer of ['https://127.0.0.1', 'https://10.0.0.1:8443', 'https://[::1]', 'https://169.254.169.254']) {
    expect((await owner.put('/company-sign-in', settings({ issuer }))).body.error.issues[0].message).toContain(
      'is not on the public internet',
    )
  }
  idp.claims = saysOf(owner.email)
  const browser = startBrowser()
  await signIn(browser, owner.slug)
  expectDone(await owner.put('/company-sign-in', settings({ clientSecret: undefined })))
  expectDone(await get(browser, `/console/${owner.slug}/workspace`))
  expectDone(await owner.put('/company-sign-in', settings({ issuer: other.issuer })))
  expect((await get(browser, `/console/${owner.slug}/workspace`)).status).toBe(401)
  expectDone(await owner.delete('/company-sign-in'))
  expect(await toProvider(startBrowser(), owner.slug)).toBe('/sign-in?refused=missing')
})

test('a provider that is taken away, or becomes another one, while somebody is there signs nobody in', async () => {
  const { owner } = await withProvider()
  idp.claims = saysOf(owner.email)
  const changes: [() => Promise<any>, string][] = [
    [() => owner.put('/company-sign-in', settings({ domains: ['elsewhere.example'] })), 'stranger'],
    [() => owner.put('/company-sign-in', settings({ issuer: other.issuer })), 'old'],
    [() => owner.delete('/company-sign-in'), 'old'],
  ]
  for (const [change, why] of changes) {
    expectDone(await owner.put('/company-sign-in', settings()))
    const browser = startBrowser()
    const back = await toProvider(browser, owner.slug)
    meanwhile = async (url) => {
      if (!url.endsWith('/token')) return
      meanwhile = () => {}
      expectDone(await change())
    }
    expect(await browser.go(back)).toBe(`/sign-in?refused=${why}`)
    expect(browser.cookies.has('session')).toBe(false)
  }
})

test('of two owners who change the provider at once, the later one is told', async () => {
  const { owner } = await withProvider()
  meanwhile = async () => {
    meanwhile = () => {}
    expectDone(await owner.put('/company-sign-in', settings({ issuer: other.issuer })))
  }
  const late = await owner.put('/company-sign-in', settings())
  expect([late.status, late.body.error.message]).toEqual([400, expect.stringContaining('has just changed')])
})

test('a house full of people signs in from one address', async () => {
  const { owner } = await withProvider()
  idp.claims = saysOf(owner.email)
  const counted = service.context.db.selectFrom('attempt_window').select(['subject', 'attempts']).orderBy('subject')
  await signIn(startBrowser(), owner.slug)
  const before = await counted.execute()
  await signIn(startBrowser(), owner.slug)
  expect(await counted.execute()).toEqual(before)
})

test('where a domain has to, its people come in by the company’s account alone, staff and buyers; others as before', async () => {
  const { workspace, owner } = await withProvider()
  const staff = await memberOf(workspace, 'manager')
  const outside = await givenMember(service, workspace, 'manager')
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const buyer = await givenSignedInBuyer(service, workspace, customer)
  const email = fresh()
  await service.context.db
    .updateTable('person')
    .set({ email, email_key: email })
    .where('id', '=', buyer.personId)
    .execute()
  const required = settings({ isRequired: true })
  expect((await owner.put('/company-sign-in', required)).body.error.message).toContain('shut you out')
  idp.claims = saysOf(owner.email)
  const browser = startBrowser()
  await signIn(browser, owner.slug)
  const token = browser.cookies.get('session')!
  expectDone(
    await callAppApi(service, token, 'PUT', `/console/${owner.slug}/company-sign-in`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(required),
    }),
  )
  for (const refused of [await staff.get('/workspace'), await owner.get('/workspace'), await buyer.get('/orders')]) {
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('company’s account')])
  }
  expectDone(await outside.get('/workspace'))
  expectDone(await get(browser, `/console/${owner.slug}/workspace`))
  await runOperation(service.context, 'workspace remove-sign-in', { workspaceId: workspace.id })
  expectDone(await staff.get('/workspace'))
})

test('who is removed from the workspace does not come back by the company’s account', async () => {
  const { workspace, owner } = await withProvider()
  const staff: TestMember = await memberOf(workspace, 'manager')
  idp.claims = saysOf(staff.email)
  const browser = startBrowser()
  await signIn(browser, owner.slug)
  expectDone(await owner.delete(`/people/${staff.id}`))
  expect((await get(browser, `/console/${owner.slug}/workspace`)).status).toBe(401)
  expect(await signIn(startBrowser(), owner.slug)).toBe('/sign-in?refused=stranger')
})

test('the provider of the deployment signs in to the account, and proves its address', async () => {
  company.provider = ofDeployment()
  const ways = await callAppApi(service, undefined, 'GET', '/account/company')
  expect(ways.body.data).toEqual({ isPossible: true })
  const workspace = await service.workspace()
  const owner = await memberOf(workspace, 'owner')
  idp.claims = saysOf(owner.email)
  const browser = startBrowser()
  expect(await signIn(browser)).toBe('/')
  expectDone(await get(browser, `/console/${owner.slug}/workspace`))
  expectDone(await get(browser, '/account/sessions'))
  service.later(12 * 3_600_000 + 1_000)
  expect((await get(browser, '/account/me')).status).toBe(401)
  // Somebody else has set up an account with the address, and is out.
  const squatter = await givenPerson(service.context, { isVerified: false })
  idp.claims = saysOf(squatter.email)
  expect(await signIn(startBrowser())).toBe('/')
  const { email, password } = squatter
  expect((await newBrowser(service).call('POST', '/account/sign-in', { email, password })).status).toBe(401)
  // Who is invited to several workspaces joins them.
  const invited = fresh()
  const second = await service.workspace()
  await inviteMember(workspace.context, { email: invited, role: 'manager' })
  await inviteMember(second.context, { email: invited, role: 'owner' })
  idp.claims = saysOf(invited)
  const joined = startBrowser()
  expect(await signIn(joined)).toBe('/')
  expect((await get(joined, '/account/me')).body.data.workspaces).toHaveLength(2)
  idp.claims = saysOf(fresh())
  expect(await signIn(startBrowser())).toBe('/sign-in?refused=stranger')
})

test('people of the deployment’s domains sign in by no password, link or passkey, and are told where to', async () => {
  const person = await givenPerson(service.context)
  company.provider = ofDeployment(['people.example'])
  const { email, password } = person
  for (const sent of [
    { email, password },
    { email: fresh('people.example'), password: 'whatever it is' },
  ]) {
    const refused = await newBrowser(service).call('POST', '/account/sign-in', sent)
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('company’s account')])
  }
  idp.claims = saysOf(email)
  expect(await signIn(startBrowser())).toBe('/')
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { useShortWaits } from '../accounts/short-waits.ts'
import { useService } from '../given/service.ts'
import { expectDone } from '../given/given.ts'
import { givenPerson } from '../given/person.ts'

const service = useService({ trustProxy: '127.0.0.1' })

async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(`${service.url}/app-api/account${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

useCheapHashes()
useShortWaits()

/** What a proxy adds, and a browser that does not say where a request comes from. */
const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'trade.example',
  'x-forwarded-for': '203.0.113.7',
  origin: 'https://trade.example',
}

test('over TLS the cookies are Secure, and their names are ones that no other host can set', async () => {
  const person = await givenPerson(service.context)
  const answer = await call('POST', '/sign-in', forwarded, person)
  expectDone(answer)
  const cookies = answer.headers.getSetCookie()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-(session|device)=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
  }
  const [pair] = cookies[0]!.split(';')
  expectDone(await call('GET', '/me', { ...forwarded, cookie: pair! }))
  const planted = pair!.replace('__Host-', '')
  expect((await call('GET', '/me', { ...forwarded, cookie: planted })).status).toBe(401)
})

test('a session shows the network of its last use, as the proxy tells it, noted once an hour', async () => {
  const person = await givenPerson(service.context)
  const answer = await call('POST', '/sign-in', forwarded, person)
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
  const networks = async (address: string) => {
    const { body } = await call('GET', '/sessions', { ...forwarded, cookie, 'x-forwarded-for': address })
    return body.data.map(({ network }: { network: string }) => network)
  }
  expect(await networks('198.51.100.9')).toEqual(['203.0.113.0/24'])
  service.later(3_600_000)
  expect(await networks('2001:db8:1:2::9')).toEqual(['2001:db8:1:2::/64'])
  expect(await networks('198.51.100.9')).toEqual(['2001:db8:1:2::/64'])
})

test.each([
  ['an IPv4 address with a port', (port: number) => `203.0.113.80:${port}`],
  ['an IPv6 address with a port', (port: number) => `[2001:db8:1:80::${port}]:${port}`],
  ['an IPv6 address in brackets', (port: number) => `[2001:db8:1:81::${port}]`],
  ['an IPv6 address', (port: number) => `2001:db8:1:82::${port}`],
  ['a quoted IPv6 address with a port', (port: number) => `"[2001:db8:1:83::${port}]:${port}"`],
  ['an IPv4 address as an IPv6 one', (port: number) => `[::ffff:203.0.113.81]:${port}`],
  [
    'behind another proxy with a port',
    (port: number) => `198.51.100.${port % 250}, 203.0.113.82:${port}, 127.0.0.1:${port}`,
  ],
])('attempts from an address count together where the proxy tells %s', async (_, addressAt) => {
  const attempt = async (port: number) => {
    const from = { ...forwarded, 'x-forwarded-for': addressAt(port) }
    return (
      await call('POST', '/sign-in', from, { email: `${randomUUID()}@nobody.example`, password: 'wrong password' })
    ).status
  }
  expect(await attempt(1_024)).toBe(401)
  // As if all but one of the hundred of a window had been made.
  await sql`update attempt_window set attempts = attempts + 98`.execute(service.context.db)
  expect([await attempt(2_024), await attempt(2_025), await attempt(1_025)]).toEqual([401, 429, 429])
})

test('a page of another origin cannot write, in a browser that only tells the origin', async () => {
  const person = await givenPerson(service.context)
  for (const origin of ['https://other.example', 'http://trade.example', 'null']) {
    expect((await call('POST', '/sign-in', { ...forwarded, origin }, person)).status).toBe(403)
  }
  const { origin: _, ...withoutOrigin } = forwarded
  expect((await call('POST', '/sign-in', withoutOrigin, person)).status).toBe(403)
})

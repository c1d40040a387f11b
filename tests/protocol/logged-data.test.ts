import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { runEvery } from '../../server/src/jobs/run-every.ts'
import { useOwnService } from '../given/service.ts'

/** In whatever is sent or kept here; none of it may come out again in a log. */
const MARK = 'zq9'
const PRICE = 9_070_503
const LEAKED = new RegExp(`${MARK}|${PRICE}|tck_`, 'i')
const FIELDS =
  'level time pid hostname requestId method route status unknownParameters durationMs workspaceId keyId msg error job code'

const service = useOwnService()
let app: FastifyInstance
const lines: string[] = []
let url: string

beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(line) }
  app = await buildApp(service.context, { rateLimit: 1_000, logLevel: 'trace', tls: undefined, logStream })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

const product = {
  sku: `${MARK}-1`,
  name: `${MARK} plate`,
  listPrice: PRICE,
  unitLabel: MARK,
  brand: MARK,
  description: `${MARK} "quoted" text`,
  details: { [MARK]: MARK },
  onlyFor: [MARK, `${MARK}@example.com`],
}
const customer = { name: `${MARK} Café`, accountCode: MARK, email: `${MARK}@example.com`, phone: MARK, notes: MARK }
const order = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

/** Every kind of call, and the statuses that they have while all is well. */
const CALLS: [method: string, path: string, body: unknown, status: number][] = [
  ['PUT', '/products', { products: [product] }, 200],
  ['PUT', '/products', { products: [{ ...product, listPrice: PRICE + 1 }] }, 200],
  ['PUT', '/customers', { customers: [customer] }, 200],
  ['PUT', '/customers', { customers: [{ ...customer, creditLimit: MARK }] }, 400],
  ['PUT', '/products', { products: [product, product] }, 400],
  ['PUT', '/products', `{"products": ["${MARK}`, 400],
  ['PATCH', `/orders/${order}`, { status: 'cancelled', note: MARK }, 404],
  ['GET', `/products?q=${MARK}`, undefined, 200],
  ['GET', `/products?limit=${MARK}`, undefined, 400],
  ['GET', `/products?customer=${MARK}`, undefined, 200],
  ['GET', `/prices?customer=${MARK}&sku=${MARK}-1`, undefined, 200],
  ['GET', `/customers/${MARK}`, undefined, 200],
  ['GET', `/orders?status=${MARK}`, undefined, 400],
  // Only what may be the name of a parameter is logged.
  [
    'GET',
    `/activity?${encodeURIComponent(`${MARK} & co`)}&costumer=${MARK}&${'k'.repeat(30)}${MARK}-tck_1234`,
    undefined,
    200,
  ],
  ['GET', '/activity', undefined, 200],
  ['DELETE', `/customers/${MARK}`, undefined, 405],
  ['GET', `/${MARK}`, undefined, 404],
  ['GET', `/customers/${MARK}%ZZ`, undefined, 404],
]

async function callEach(key: string): Promise<number[]> {
  const statuses: number[] = []
  for (const [method, path, body] of CALLS) {
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': `${MARK}@example.com` }
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    await answer.text()
    statuses.push(answer.status)
  }
  return statuses
}

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const failures = () => logged().filter(({ msg }) => msg === 'request failed')

/** No line holds what was sent, nor a field that nobody has looked at. */
function expectNothingLeaked(): void {
  for (const line of lines) expect(line).not.toMatch(LEAKED)
  expect([...new Set(logged().flatMap(Object.keys))].filter((field) => !FIELDS.split(' ').includes(field))).toEqual([])
}

test('nothing that callers send is in the log, be it right, wrong, unreadable or cut short', async () => {
  const { key, id, keyId } = await service.workspace({ keyName: MARK })
  expect(await callEach(key)).toEqual(CALLS.map(([, , , status]) => status))
  expect(new Set(await callEach(`tck_${MARK}`))).toEqual(new Set([401, 405, 404]))
  const { hostname, port } = new URL(url)
  await text(connect(Number(port), hostname).end(`GET /${MARK} NONSENSE\r\nAuthorization: ${MARK}\r\n\r\n`))
  const cut = connect(Number(port), hostname)
  cut.write(`PUT /api/v1/products?q=${MARK} HTTP/1.1\r\nHost: ${MARK}\r\nAuthorization: Bearer ${key}\r\n`)
  cut.write(`Content-Length: 999\r\n\r\n{"products": ["${MARK}`)
  await once(app.server, 'request')
  cut.destroy()
  await expect.poll(() => logged().map(({ msg }) => msg)).toContain('request aborted')

  const signIn = { email: `${MARK}@example.com`, password: `${MARK} password`, token: MARK }
  for (const path of ['sign-in', 'link', 'forgot', 'link/use', 'reset', `invitation/${MARK}`]) {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: `session=${MARK}` }
    await fetch(`${url}/app-api/account/${path}?token=${MARK}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(signIn),
    })
  }

  expectNothingLeaked()
  expect(logged()).toContainEqual(
    expect.objectContaining({ method: 'GET', route: '/api/v1/customers/:id', status: 200, workspaceId: id, keyId }),
  )
  expect(logged().filter(({ msg }) => msg === 'request completed').length).toBeGreaterThan(2 * CALLS.length - 2)
  expect(failures()).toEqual([])
})

test('nor where the database fails, which tells the statement, its values, and sometimes the row', async () => {
  const { key } = await service.workspace({ keyName: MARK })
  await callEach(key)
  const { db } = service.context
  // As the database refuses values: the message tells the value, or the detail tells the row.
  await sql`alter table product add constraint refuse check (name::integer > 0) not valid`.execute(db)
  await sql`alter table customer add constraint refuse check (phone = '') not valid`.execute(db)
  const altered = { ...product, name: `${MARK} dish` }
  CALLS.push(['PUT', '/products', { products: [altered] }, 500])
  CALLS.push(['PUT', '/customers', { customers: [{ ...customer, phone: `${MARK}2` }] }, 500])
  expect((await callEach(key)).slice(-2)).toEqual([500, 500])
  for (const table of ['brand', 'customer', 'price_change', 'activity']) {
    await sql`alter table ${sql.table(table)} rename to ${sql.id(`${table}_gone`)}`.execute(db)
  }
  expect((await callEach(key)).filter((status) => status === 500).length).toBeGreaterThan(4)
  const work = () => publishDuePriceChanges(service.context, app.log, new Map())
  await runEvery({ name: 'try', pauseMs: 1_000, work }, app.log).stop()

  expectNothingLeaked()
  const errors = failures().map(({ error }) => error)
  expect(errors).toContainEqual(expect.objectContaining({ code: '22P02', message: expect.stringContaining('"…"') }))
  expect(errors).toContainEqual(expect.objectContaining({ code: '23514' }))
  expect(errors).toContainEqual(
    expect.objectContaining({ code: '42P01', message: expect.stringContaining('"customer"') }),
  )
  expect(logged()).toContainEqual(
    expect.objectContaining({ job: 'try', error: expect.objectContaining({ code: '42P01' }) }),
  )
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import type { Answer, TestWorkspace } from '../given/service.ts'
import { refusal, item, items } from '../given/given.ts'

const LIMIT = 120
const service = useService({ rateLimit: LIMIT })
let second: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  second = await buildApp(service.context, { rateLimit: LIMIT, logLevel: 'error', tls: undefined })
})
afterAll(() => second.close())

/** Puts the key where it would be after that many requests, without making them all. */
async function spend({ id, get }: TestWorkspace, requests: number) {
  await get('/workspace')
  await sql`update rate_limit_window set requests = ${requests} where workspace_id = ${id}`.execute(service.context.db)
}

const left = (answer: Answer) => answer.headers.get('ratelimit')

function expectLimited(answer: Answer) {
  expect(answer).toEqual(refusal(429, 'rate_limited'))
  expect(answer.headers.get('retry-after')).toBe('60')
}

test('a key makes 120 requests in a minute, and the next one is refused', async () => {
  const workspace = await service.workspace()
  for (let i = 1; i <= LIMIT; i++) {
    const { status, headers } = await workspace.get('/workspace')
    expect(status).toBe(200)
    expect(headers.get('retry-after')).toBeNull()
    expect(headers.get('ratelimit-policy')).toBe('"default";q=120;w=60')
    expect(headers.get('ratelimit')).toBe(`"default";r=${LIMIT - i};t=60`)
  }
  expectLimited(await workspace.get('/workspace'))
})

test('the limit is exact for requests that come all at once', async () => {
  const workspace = await service.workspace()
  await spend(workspace, LIMIT - 20)
  const answers = await Promise.all(Array.from({ length: 40 }, () => workspace.get('/workspace')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
})

test('two processes on one database share the count', async () => {
  const workspace = await service.workspace()
  await spend(workspace, LIMIT - 20)
  const elsewhere = () =>
    second.inject({ url: '/api/v1/workspace', headers: { authorization: `Bearer ${workspace.key}` } })
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, i) =>
      i % 2 === 0 ? (await workspace.get('/workspace')).status : (await elsewhere()).statusCode,
    ),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  const refused = await elsewhere()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
})

test('the minute starts with the first request and ends 60 seconds later, whatever comes between', async () => {
  const workspace = await service.workspace()
  await spend(workspace, LIMIT - 1)
  service.later(30 * 1000)
  expect((await workspace.get('/workspace')).headers.get('ratelimit')).toBe('"default";r=0;t=30')
  service.later(29.999 * 1000)
  const refused = await workspace.get('/workspace')
  expectLimited(refused)
  expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=1')
  service.later(0.001 * 1000)
  const fresh = await workspace.get('/workspace')
  expect(fresh.status).toBe(200)
  expect(fresh.headers.get('ratelimit')).toBe('"default";r=119;t=60')
})

test('each key has its own count', async () => {
  const workspace = await service.workspace()
  const other = await createKey(workspace.context, { name: 'Web shop', scope: 'read' })
  await spend(workspace, LIMIT)
  expectLimited(await workspace.get('/workspace'))
  expect((await service.call('GET', '/workspace', { key: other.key })).status).toBe(200)
})

test('a call with 100 rows counts as one request', async () => {
  const workspace = await service.workspace()
  await workspace.put('/products', { products: items(100) })
  expect((await workspace.get('/workspace')).headers.get('ratelimit')).toBe('"default";r=118;t=60')
})

test('refused requests count as well, and tell what is left', async () => {
  const workspace = await service.workspace({ scope: 'read' })
  expect(left(await workspace.put('/products', { products: [item()] }))).toBe('"default";r=119;t=60')
  expect(left(await workspace.get('/products?limit=0'))).toBe('"default";r=118;t=60')
  expect(left(await workspace.get('/products/nothing'))).toBe('"default";r=117;t=60')
  expect(left(await workspace.get('/workspace'))).toBe('"default";r=116;t=60')
})

test('an unreadable body counts', async () => {
  const workspace = await service.workspace()
  const answer = await service.call('PUT', '/products', { key: workspace.key, body: '{' })
  expect(answer).toEqual(refusal(400, 'invalid_json'))
  expect(answer.headers.get('ratelimit')).toBe('"default";r=119;t=60')
})

test('requests of a demo workspace count, and are told so', async () => {
  const workspace = await service.workspace({ plan: 'demo' })
  const answer = await workspace.get('/workspace')
  expect(answer).toEqual(refusal(403, 'forbidden'))
  expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=120;w=60')
  expect(answer.headers.get('ratelimit')).toBe('"default";r=119;t=60')
})

test('paths and methods that do not exist do not count', async () => {
  const workspace = await service.workspace()
  await workspace.get('/pallets')
  await service.call('DELETE', '/products', { key: workspace.key })
  expect((await workspace.get('/workspace')).headers.get('ratelimit')).toBe('"default";r=119;t=60')
})

test('the limit is 120 unless the operator sets another one', () => {
  expect(readConfig({}, {}).rateLimit).toBe(120)
  expect(readConfig({}, { RATE_LIMIT_PER_MINUTE: '7' }).rateLimit).toBe(7)
})

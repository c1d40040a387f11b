import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { revokeKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { refusal, item } from '../given/given.ts'

const LIMIT = 2
const service = useService({ rateLimit: LIMIT })

const badBody = { products: [] }
const unknownDraft = { products: [item()], priceChangeId: randomUUIDv7() }

/** Says how large a body is going to be, sends none of it, and returns the status that comes back. */
async function announce(bytes: number, key = ''): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': bytes }
  const call = request(`${service.url}/api/v1/products`, { method: 'PUT', headers })
  call.flushHeaders()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  call.destroy()
  return response.statusCode
}

async function spend({ get }: TestWorkspace) {
  for (let i = 0; i < LIMIT; i++) await get('/workspace')
}

test('an unknown path is told before a wrong method, a missing key or an unreadable body', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    expect(await service.call(method, '/pallets')).toEqual(refusal(404, 'not_found'))
  }
  expect(await service.call('POST', '/pallets', { body: '{' })).toEqual(refusal(404, 'not_found'))
  const headers = { 'content-type': 'application/json' }
  expect(await service.call('PUT', '/pallets', { body: '{', headers })).toEqual(refusal(404, 'not_found'))
  expect(await service.call('PUT', '/pallets', { body: '<a/>', headers: { 'content-type': 'text/xml' } })).toEqual(
    refusal(404, 'not_found'),
  )
})

test('a wrong method is told before an unreadable body', async () => {
  expect(await service.call('POST', '/products', { body: '{' })).toEqual(refusal(405, 'method_not_allowed'))
})

test('a revoked key is told before a demo workspace', async () => {
  const workspace = await service.workspace({ plan: 'demo' })
  expect(await workspace.get('/workspace')).toEqual(refusal(403, 'forbidden'))
  await revokeKey(workspace.context, workspace.keyId)
  expect(await workspace.get('/workspace')).toEqual(refusal(401, 'unauthorized'))
})

test('a missing key is told before anything about the input', async () => {
  expect(await service.call('PUT', '/products', { body: '{' })).toEqual(refusal(401, 'unauthorized'))
  expect(await service.call('GET', '/products?limit=0')).toEqual(refusal(401, 'unauthorized'))
  expect(await service.call('GET', `/products/${randomUUIDv7()}`)).toEqual(refusal(401, 'unauthorized'))
})

test('a demo workspace is told before a spent limit', async () => {
  const workspace = await service.workspace({ plan: 'demo' })
  for (let i = 0; i <= LIMIT; i++) expect(await workspace.get('/workspace')).toEqual(refusal(403, 'forbidden'))
})

test('a spent limit is told before a read-only key', async () => {
  const workspace = await service.workspace({ scope: 'read' })
  expect(await workspace.put('/products', badBody)).toEqual(refusal(403, 'insufficient_scope'))
  await spend(workspace)
  expect(await workspace.put('/products', badBody)).toEqual(refusal(429, 'rate_limited'))
})

test('a read-only key is told before a lapsed workspace', async () => {
  const reading = await service.workspace({ scope: 'read', plan: 'lapsed' })
  expect(await reading.put('/products', badBody)).toEqual(refusal(403, 'insufficient_scope'))
  const writing = await service.workspace({ scope: 'write', plan: 'lapsed' })
  expect(await writing.put('/products', badBody)).toEqual(refusal(403, 'read_only'))
})

test('a lapsed workspace is told before bad input or an unreadable body', async () => {
  const workspace = await service.workspace({ plan: 'lapsed' })
  expect(await service.call('PUT', '/products', { key: workspace.key, body: '{' })).toEqual(refusal(403, 'read_only'))
  expect(await workspace.put('/products', badBody)).toEqual(refusal(403, 'read_only'))
  service.later()
  expect(await workspace.put('/products', unknownDraft)).toEqual(refusal(403, 'read_only'))
})

test('a missing key and a lapsed workspace are told before a body that is too large', async () => {
  const lapsed = await service.workspace({ plan: 'lapsed' })
  const active = await service.workspace()
  expect(await announce(10_000_000_000)).toBe(401)
  expect(await announce(10_000_000_000, lapsed.key)).toBe(403)
  expect(await announce(10_000_000_000, active.key)).toBe(413)
})

test('bad input is told before anything that is not there', async () => {
  const workspace = await service.workspace()
  expect(await workspace.put('/products', { ...unknownDraft, products: [] })).toEqual(refusal(400, 'validation_error'))
  expect(await workspace.put('/products', unknownDraft)).toEqual(refusal(404, 'not_found'))
  service.later()
  expect(await workspace.get(`/products/${randomUUIDv7()}?qty=0`)).toEqual(refusal(400, 'validation_error'))
  expect(await workspace.get('/products?customer=nobody&limit=0')).toEqual(refusal(400, 'validation_error'))
  service.later()
  expect(await workspace.get('/prices?customer=nobody&sku=x&qty=0')).toEqual(refusal(400, 'validation_error'))
  expect((await workspace.get('/prices?customer=nobody&sku=x')).status).toBe(404)
})

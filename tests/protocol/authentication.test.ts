import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeKey, createKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import { refusal, item } from '../given/given.ts'

const service = useService()

const ENDPOINTS = [
  ['GET', '/workspace'],
  ['GET', '/products'],
  ['GET', `/products/${randomUUIDv7()}`],
  ['PUT', '/products'],
  ['GET', '/brands'],
  ['GET', '/categories'],
  ['GET', '/prices'],
  ['GET', '/customer-codes'],
  ['PUT', '/customer-codes'],
  ['POST', '/order-checks'],
  ['GET', '/price-feed'],
  ['GET', '/product-feed'],
  ['GET', '/quotes'],
  ['GET', `/quotes/${randomUUIDv7()}`],
  ['GET', '/order-feed'],
  ['GET', '/customer-feed'],
  ['GET', '/imports'],
  ['POST', '/imports'],
  ['GET', `/imports/${randomUUIDv7()}`],
  ['GET', `/imports/${randomUUIDv7()}/rejects`],
  ['POST', `/imports/${randomUUIDv7()}/run`],
] as const

test.each(ENDPOINTS)('%s %s needs a key', async (method, path) => {
  expect(await service.call(method, path)).toEqual(refusal(401, 'unauthorized'))
})

describe('a header that holds no valid key is refused', () => {
  test.each([
    ['nothing', ''],
    ['no scheme', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['a scheme and no key', 'Bearer'],
    ['a blank key', 'Bearer  '],
    ['text that is no key', 'Bearer hunter2'],
    ['a key cut short', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['a key with more behind it', (key: string) => `Bearer ${key}x`],
    ['a key in another case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['a key nobody made', () => `Bearer ${makeKey(randomUUIDv7())}`],
    ['a key whose workspace is past any', () => `Bearer tck_${'z'.repeat(22)}_${'a'.repeat(32)}`],
  ])('%s', async (_case, header) => {
    const { key } = await service.workspace()
    const authorization = typeof header === 'string' ? header : header(key)
    expect(await service.call('GET', '/workspace', { headers: { authorization } })).toEqual(
      refusal(401, 'unauthorized'),
    )
  })

  test('a key with the secret of one workspace under the name of another is refused', async () => {
    const [mine, other] = [await service.workspace(), await service.workspace()]
    const spliced = other.key.slice(0, 27) + mine.key.slice(27)
    expect(spliced).not.toBe(mine.key)
    expect(await service.call('GET', '/workspace', { key: spliced })).toEqual(refusal(401, 'unauthorized'))
  })
})

test('the scheme is known in any case', async () => {
  const { key } = await service.workspace()
  expect((await service.call('GET', '/workspace', { headers: { authorization: `bearer ${key}` } })).status).toBe(200)
})

test('a revoked key is refused from the next request on, and the other keys go on working', async () => {
  const workspace = await service.workspace()
  const other = await createKey(workspace.context, { name: 'Web shop', scope: 'read' })
  expect((await workspace.get('/workspace')).status).toBe(200)
  await revokeKey(workspace.context, workspace.keyId)
  expect(await workspace.get('/workspace')).toEqual(refusal(401, 'unauthorized'))
  expect(await workspace.put('/products', { products: [item()] })).toEqual(refusal(401, 'unauthorized'))
  expect((await service.call('GET', '/workspace', { key: other.key })).status).toBe(200)
})

test('no answer and no table holds a key in clear', async () => {
  const workspace = await service.workspace()
  await workspace.get('/workspace')
  const stored = await service.context.db
    .selectFrom('api_key')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .execute()
  const secret = workspace.key.split('_')[2]!
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(secret)
  expect(Buffer.from(stored[0]!.secret_hash).toString('latin1')).not.toContain(secret)
})

test('a read key shows every price and refuses only to write', async () => {
  const workspace = await service.workspace({ scope: 'read' })
  expect((await workspace.get('/products')).status).toBe(200)
  expect(await workspace.put('/products', { products: [item()] })).toEqual(refusal(403, 'insufficient_scope'))
  expect((await workspace.get('/products')).body.data).toEqual([])
})

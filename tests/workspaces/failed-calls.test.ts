import { expect, test } from 'vitest'
import { FailedCalls, listFailedCalls } from '../../server/src/workspaces/failed-calls.ts'
import { useService } from '../given/service.ts'

const service = useService()
const limited = useService({ rateLimit: 1 })

test('the failed calls of a key are kept with their errors, newest first, and none that succeeds', async () => {
  const workspace = await service.workspace()
  const { app } = service
  await workspace.get('/products')
  await workspace.get('/products/nobody?customer=secret')
  await workspace.get('/products?limit=0')
  await workspace.get('/products?limit=0')
  await app.failedCalls.write()
  await service.call('PATCH', '/orders/1', { key: workspace.key, body: '{' })
  await app.failedCalls.write()
  const failed = await listFailedCalls(workspace.context, workspace.keyId)
  const at = service.time.now.toISOString()
  expect(failed).toEqual([
    { at, method: 'PATCH', path: '/api/v1/orders/1', status: 400, code: 'invalid_json', reason: null, count: 1 },
    { at, method: 'GET', path: '/api/v1/products', status: 400, code: 'validation_error', reason: null, count: 2 },
    {
      at,
      method: 'GET',
      path: '/api/v1/products/nobody',
      status: 404,
      code: 'not_found',
      reason: 'unknown_customer',
      count: 1,
    },
  ])
  const other = await service.workspace()
  await expect(listFailedCalls(other.context, workspace.keyId)).rejects.toThrow('There is no key')
})

test('a flood past the rate limit is one entry, also that of a key that may not write', async () => {
  const workspace = await limited.workspace({ scope: 'read' })
  for (let i = 0; i < 20; i++) await workspace.get('/brands')
  await limited.app.failedCalls.write()
  expect(await listFailedCalls(workspace.context, workspace.keyId)).toMatchObject([
    { status: 429, code: 'rate_limited', count: 19 },
  ])
})

test('of a key that fails in ever other ways, a hundred are kept, at one write each time', async () => {
  const workspace = await service.workspace()
  const failed = new FailedCalls(service.context)
  const key = { workspaceId: workspace.id, id: workspace.keyId }
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 150; i++) {
      const path = `/${round}/${i}/${'x'.repeat(300)}`
      failed.note(key, { at: `${round} ${i}`, method: 'GET', path, status: 404, code: 'not_found', reason: null })
    }
    await failed.write()
  }
  const kept = await listFailedCalls(workspace.context, workspace.keyId)
  expect([kept.length, kept[0]!.at, kept.at(-1)!.at, kept[0]!.path.length]).toEqual([100, '2 149', '2 50', 200])
})

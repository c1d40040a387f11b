import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { setPlan } from '../../server/src/workspaces/workspaces.ts'
import { refusal, item } from '../given/given.ts'

const service = useService()

const write = (workspace: TestWorkspace) => workspace.put('/products', { products: [item()] })

test.each(['active', 'trial', 'pilot'] as const)('a workspace on the plan %s reads and writes', async (plan) => {
  const workspace = await service.workspace({ plan })
  expect((await workspace.get('/products')).status).toBe(200)
  expect((await write(workspace)).status).toBe(200)
})

test('a lapsed workspace still reads, and does not write', async () => {
  const workspace = await service.workspace({ plan: 'lapsed' })
  expect((await workspace.get('/products')).status).toBe(200)
  expect((await workspace.get('/workspace')).body.data.plan).toBe('lapsed')
  expect(await write(workspace)).toEqual(refusal(403, 'read_only'))
})

test.each(['read', 'write'] as const)('a demo workspace has no API for a key that may %s', async (scope) => {
  const workspace = await service.workspace({ plan: 'demo', scope })
  for (const path of ['/workspace', '/products', '/brands', '/categories', '/prices?customer=a&sku=b']) {
    expect(await workspace.get(path)).toEqual(refusal(403, 'forbidden'))
  }
  expect(await write(workspace)).toEqual(refusal(403, 'forbidden'))
})

test('a trial writes until the moment it ends, and reads from then on', async () => {
  const workspace = await service.workspace({ plan: 'trial' })
  const end = new Date(service.time.now.getTime() + 5_000)
  await service.context.db.updateTable('workspace').set({ trial_ends_at: end }).where('id', '=', workspace.id).execute()
  service.time.now = new Date(end.getTime() - 1)
  expect((await write(workspace)).status).toBe(200)
  expect((await workspace.get('/workspace')).body.data).toMatchObject({
    plan: 'trial',
    trialEndsAt: end.toISOString(),
  })
  service.time.now = end
  expect(await write(workspace)).toEqual(refusal(403, 'read_only'))
  expect((await workspace.get('/products')).body.data).toHaveLength(1)
  expect((await workspace.get('/workspace')).body.data.plan).toBe('lapsed')
})

test('a change of plan holds for the next request', async () => {
  const workspace = await service.workspace()
  expect((await write(workspace)).status).toBe(200)
  await setPlan(workspace.context, { workspaceId: workspace.id, plan: 'lapsed' })
  expect(await write(workspace)).toEqual(refusal(403, 'read_only'))
  await setPlan(workspace.context, { workspaceId: workspace.id, plan: 'demo' })
  expect(await workspace.get('/products')).toEqual(refusal(403, 'forbidden'))
  await setPlan(workspace.context, { workspaceId: workspace.id, plan: 'active' })
  expect((await write(workspace)).status).toBe(200)
})

test.each(['active', 'trial', 'pilot'] as const)('making a key is possible on the plan %s', async (plan) => {
  const { context } = await service.workspace({ plan })
  const { key } = await createKey(context, { name: 'Web shop', scope: 'read' })
  expect((await service.call('GET', '/workspace', { key })).status).toBe(200)
})

test.each(['demo', 'lapsed'] as const)('making a key is refused on the plan %s', async (plan) => {
  const { context } = await service.workspace({ plan })
  await expect(createKey(context, { name: 'Web shop', scope: 'read' })).rejects.toThrow(plan)
})

test('making a key is refused once the trial is over', async () => {
  const { id, context } = await service.workspace({ plan: 'trial' })
  const past = new Date(service.time.now.getTime() - 1)
  await service.context.db.updateTable('workspace').set({ trial_ends_at: past }).where('id', '=', id).execute()
  await expect(createKey(context, { name: 'Web shop', scope: 'read' })).rejects.toThrow('lapsed')
})

import { expect, test } from 'vitest'
import { createKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import { invalidFields, item, refusal, send, sendItems } from '../given/given.ts'

const service = useService()

async function withHistory() {
  const workspace = await service.workspace({ keyName: 'Nightly ERP' })
  service.later(1_000)
  await sendItems(workspace, 3)
  service.later(1_000)
  await send(workspace, [item({ sku: 'ONE' })])
  service.later(1_000)
  const { id } = await createKey(workspace.context, { name: 'Spare', scope: 'read' })
  service.later(1_000)
  await revokeKey(workspace.context, id)
  return { workspace, spareId: id }
}

test('the activity tells what was done, to what, by whom, newest first', async () => {
  const { workspace, spareId } = await withHistory()
  const { status, body } = await workspace.get('/activity')
  expect(status).toBe(200)
  expect(body.nextOffset).toBeNull()
  expect(body.data.map((entry: any) => entry.action)).toEqual([
    'key.revoke',
    'key.create',
    'product.upsert',
    'product.upsert',
    'key.create',
    'workspace.create',
  ])
  const [revoked, , one, three] = body.data
  expect(revoked).toEqual({
    id: expect.any(String),
    at: service.time.now.toISOString(),
    actor: { type: 'operator', id: null, name: 'Operator' },
    action: 'key.revoke',
    subject: { type: 'key', id: spareId, label: 'Spare' },
    changes: {},
  })
  expect(one).toMatchObject({
    actor: { type: 'key', id: workspace.keyId, name: 'Nightly ERP' },
    subject: { type: 'product', id: expect.any(String), label: 'ONE' },
  })
  expect(three).toMatchObject({ subject: { id: null, label: '3 products' }, changes: { created: 3, updated: 0 } })
})

test('the activity can be asked for by kind and by id of subject and actor', async () => {
  const { workspace, spareId } = await withHistory()
  const actions = async (query: string) =>
    (await workspace.get(`/activity?${query}`)).body.data.map((entry: any) => entry.action)
  expect(await actions('subject=product')).toEqual(['product.upsert', 'product.upsert'])
  expect(await actions(`subject=${spareId.toUpperCase()}`)).toEqual(['key.revoke', 'key.create'])
  expect(await actions('actor=key')).toEqual(['product.upsert', 'product.upsert'])
  expect(await actions(`actor=${workspace.keyId}&subject=key`)).toEqual([])
  expect(await actions('actor=nobody')).toEqual([])
})

test('the activity pages, with a limit of 100', async () => {
  const { workspace } = await withHistory()
  const all = (await workspace.get('/activity')).body.data
  const pages = []
  for (let offset: number | null = 0; offset !== null;) {
    const { body } = await workspace.get(`/activity?limit=2&offset=${offset}`)
    pages.push(...body.data)
    offset = body.nextOffset
  }
  expect(pages).toEqual(all)
  expect((await workspace.get('/activity?limit=100')).status).toBe(200)
  expect(invalidFields(await workspace.get('/activity?limit=101'))).toEqual(['limit'])
  expect(invalidFields(await workspace.get('/activity?limit=0&offset=-1'))).toEqual(['limit', 'offset'])
})

test('the activity is never another workspace’s, and cannot be written', async () => {
  const [{ workspace }, other] = [await withHistory(), await service.workspace()]
  expect((await other.get('/activity')).body.data).toHaveLength(2)
  expect((await other.get(`/activity?actor=${workspace.keyId}`)).body.data).toEqual([])
  const answer = await service.call('POST', '/activity', { key: workspace.key })
  expect(answer).toEqual(refusal(405, 'method_not_allowed'))
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

import { expect, test } from 'vitest'
import { revokeKey } from '../../server/src/workspaces/keys.ts'
import { setPlan } from '../../server/src/workspaces/workspaces.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { givenAgreedPrice, givenCustomer, item, read, send, sendItems } from '../given/given.ts'

const service = useService()
const READS = ['/workspace', '/products', '/products?q=azure', '/brands', '/categories']

/** The tag of each read now, which must be the answer to asking for it again. */
async function tags(workspace: TestWorkspace, paths = READS): Promise<string[]> {
  return Promise.all(paths.map(async (path) => (await workspace.get(path)).headers.get('etag')!))
}

async function expectChange(workspace: TestWorkspace, change: () => Promise<unknown>, paths = READS) {
  const before = await tags(workspace, paths)
  await change()
  const after = await tags(workspace, paths)
  after.forEach((tag, i) => expect(tag).not.toBe(before[i]))
}

test('a read has a strong tag, its own for each path', async () => {
  const workspace = await service.workspace()
  const all = await tags(workspace)
  for (const tag of all) expect(tag).toMatch(/^"[\w-]+"$/)
  expect(new Set(all).size).toBe(READS.length)
})

test('a read is answered 304, without a body, while nothing has been written', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 3)
  for (const path of READS) {
    const { headers } = await workspace.get(path)
    const again = await workspace.get(path, { 'if-none-match': `"other", W/${headers.get('etag')}` })
    expect(again).toMatchObject({ status: 304, body: undefined })
    expect(again.headers.get('etag')).toBe(headers.get('etag'))
    expect(again.headers.get('ratelimit')).toMatch(/r=\d+/)
  }
})

test('a read is answered whole for a tag of another path, or of another workspace', async () => {
  const [workspace, other] = [await service.workspace(), await service.workspace()]
  const [tag, brands] = await tags(workspace, ['/products', '/brands'])
  expect((await workspace.get('/products', { 'if-none-match': brands! })).status).toBe(200)
  expect((await other.get('/products', { 'if-none-match': tag! })).status).toBe(200)
})

test('the description of the API has a tag too, without a key', async () => {
  const first = await service.call('GET', '/openapi.json')
  const headers = { 'if-none-match': first.headers.get('etag')! }
  expect(await service.call('GET', '/openapi.json', { headers })).toMatchObject({ status: 304, body: undefined })
})

test('a read that fails has no tag', async () => {
  const { get } = await service.workspace()
  expect((await get('/products?limit=0')).headers.get('etag')).toBeNull()
})

test('a read with a revoked key is refused, whatever tag it names', async () => {
  const workspace = await service.workspace()
  const [tag] = await tags(workspace)
  await revokeKey(workspace.context, workspace.keyId)
  expect((await workspace.get('/workspace', { 'if-none-match': tag! })).status).toBe(401)
})

test('the tag of every read changes with a product that is created, changed, or given a new price', async () => {
  const workspace = await service.workspace()
  await expectChange(workspace, () => send(workspace, [item()]))
  await expectChange(workspace, () => send(workspace, [item({ name: 'Renamed' })]))
  await expectChange(workspace, () => send(workspace, [item({ name: 'Renamed', listPrice: 1 })]))
})

test('the tag of every read changes with the plan, also where the trial ends by itself', async () => {
  const workspace = await service.workspace()
  await expectChange(workspace, () => setPlan(workspace.context, { workspaceId: workspace.id, plan: 'trial' }))
  const now = service.time.now
  await expectChange(workspace, async () => {
    service.time.now = new Date(now.getTime() + 31 * 86_400_000)
  })
  service.time.now = now
})

test('the tag of every read changes when an agreed price starts and when it ends', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const customer = await givenCustomer(workspace, { accountCode: 'ACME' })
  const now = service.time.now
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const { id } = await read(workspace, 'DEN-1042')
  const terms = { unit: 1, startsAt: at(10).toISOString(), endsAt: at(20).toISOString() }
  await givenAgreedPrice(workspace, customer, 'DEN-1042', terms)
  const paths = ['/products?customer=acme', `/products/${id}?customer=acme`, '/prices?customer=acme&sku=DEN-1042']
  for (const minutes of [10, 20]) {
    await expectChange(workspace, async () => void (service.time.now = at(minutes)), paths)
  }
  service.time.now = now
})

test('the tag of every read stays with a call that changes nothing', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const before = await tags(workspace)
  await send(workspace, [item()])
  expect(await tags(workspace)).toEqual(before)
})

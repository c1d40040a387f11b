import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { holdRequests } from './given-load.ts'
import { items, refusal, skus } from './given.ts'

const WAITING = 5
const service = useService({
  limits: { requests: { bulkCalls: 1, maxWaiting: WAITING, bodyBytes: { total: 400_000, perWorkspace: 200_000 } } },
})

/** Sends that many calls of 100 products for one workspace, then one for the other, so that all arrive together. */
async function sendTogether(busy: TestWorkspace, count: number, other: TestWorkspace) {
  const order: string[] = []
  const letGo = await holdRequests(service)
  const before = service.received
  const call = async (workspace: TestWorkspace, name: string) => {
    const answer = await workspace.put('/products', { products: items(100, (i) => ({ sku: `${name}-${i}` })) })
    if (answer.status === 200) order.push(name)
    return answer
  }
  const calls = [...Array.from({ length: count }, (_, i) => call(busy, `busy${i}`)), call(other, 'other')]
  await expect.poll(() => service.received - before).toBe(calls.length)
  await letGo()
  return { order, answers: await Promise.all(calls) }
}

/** Sends this, and hangs up once it has come in. */
async function hangUp(bytes: string): Promise<void> {
  const before = service.received
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  await expect.poll(() => service.received).toBe(before + 1)
  socket.destroy()
  await once(socket, 'close')
}

test('bulk calls of one workspace do not keep another waiting for all of them', async () => {
  const [busy, other] = [await service.workspace(), await service.workspace()]
  const { order, answers } = await sendTogether(busy, WAITING, other)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(order.indexOf('other')).toBeLessThanOrEqual(2)
})

test('bulk calls that are too many are refused, with nothing of them done; those of the workspace that has most', async () => {
  const [busy, other] = [await service.workspace(), await service.workspace()]
  const { order, answers } = await sendTogether(busy, WAITING + 4, other)
  expect(answers.pop()!.status).toBe(200)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer).toEqual(refusal(503, 'unavailable'))
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const done = order.filter((name) => name !== 'other')
  for (const name of done) expect(await skus(busy, `q=${name}-0`)).toContain(`${name}-0`)
  let products = 0
  for (let page: string[]; (page = await skus(busy, `offset=${products}`)).length > 0;) products += page.length
  expect(products).toBe(100 * done.length)
})

test('bulk calls whose bodies are more than there is room for are refused unread; what was refused or failed takes none', async () => {
  const workspace = await service.workspace()
  const large = items(100, () => ({ description: 'long '.repeat(500) }))
  for (let i = 0; i < 3; i++) {
    expect(await workspace.put('/products', { products: large })).toEqual(refusal(503, 'unavailable'))
  }
  const half = large.slice(0, 50)
  for (let i = 0; i < 3; i++) {
    expect((await workspace.put('/products', { products: half })).status).toBe(200)
    expect((await workspace.put('/products', { products: [...half, {}] })).status).toBe(400)
  }
  expect(await skus(workspace, '')).toHaveLength(50)
})

test('bulk calls whose clients hang up take no room, whether they do before they are admitted or with half of the body sent', async () => {
  const workspace = await service.workspace()
  const half = `PUT /api/v1/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${workspace.key}\r\nContent-Length: 150000\r\n\r\n{`
  const letGo = await holdRequests(service)
  await hangUp(half)
  await letGo()
  await hangUp(half)
  const products = items(50, () => ({ description: 'long '.repeat(500) }))
  await expect.poll(async () => (await workspace.put('/products', { products })).status).toBe(200)
})

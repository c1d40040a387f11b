import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { useService } from '../service.ts'
import type { Answer, TestWorkspace } from '../service.ts'
import { holdRequests } from './given-load.ts'
import { items, refusal, skus } from './given.ts'

const LIMIT = 4
const service = useService({ limits: { requests: { inProgress: LIMIT } } })

/** Makes so many calls at once, and waits until all of them have been answered but those that are held. */
async function whileHeld(calls: (() => Promise<Answer>)[], held = LIMIT) {
  const letGo = await holdRequests(service)
  const refused: Answer[] = []
  const all = calls.map(async (call) => {
    const answer = await call()
    if (answer.status === 503) refused.push(answer)
    return answer
  })
  await expect.poll(() => refused.length).toBe(calls.length - held)
  return { refused, letGo: () => letGo().then(() => Promise.all(all)) }
}

function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}

test('more requests than a process works on are refused at once, in the envelope, with when to ask again', async () => {
  const workspace = await service.workspace()
  const { refused, letGo } = await whileHeld(times(10, () => workspace.get('/workspace')))
  expect(refused).toHaveLength(6)
  for (const answer of refused) {
    expect(answer).toEqual(refusal(503, 'unavailable'))
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const statuses = (await letGo()).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...times(LIMIT, 200), ...times(6, 503)])
})

test('more requests than a process works on cost the key nothing of its minute, and it is asked for nothing', async () => {
  const workspace = await service.workspace()
  const noKey = () => service.call('GET', '/workspace')
  const { refused, letGo } = await whileHeld([...times(LIMIT, () => workspace.get('/workspace')), noKey, noKey])
  expect(refused.map(({ status }) => status)).toEqual([503, 503])
  await letGo()
  const { headers } = await workspace.get('/workspace')
  expect(headers.get('ratelimit')).toContain(`r=${1_000_000 - LIMIT - 1};`)
})

test('more requests than a process works on leave nothing half done', async () => {
  const workspace = await service.workspace()
  const { letGo } = await whileHeld([
    ...times(LIMIT, () => workspace.get('/workspace')),
    () => workspace.put('/products', { products: items(3) }),
  ])
  await letGo()
  expect(await skus(workspace, '')).toEqual([])
  const { data } = (await workspace.get('/activity')).body
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['key.create', 'workspace.create'])
})

test('more requests than a process works on do not keep anybody from what is outside of the API', async () => {
  const workspace = await service.workspace()
  const { letGo } = await whileHeld(times(LIMIT + 1, () => workspace.get('/workspace')))
  const docs = await fetch(`${service.url}/docs/`)
  expect([docs.status, docs.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  await docs.arrayBuffer()
  await letGo()
})

test('a process works on as many requests as before, after requests that failed and clients that left', async () => {
  const workspace = await service.workspace()
  await workspace.get('/workspace', { 'if-none-match': (await workspace.get('/workspace')).headers.get('etag')! })
  for (const path of ['/products?limit=0', '/products/nothing', '/pallets']) await workspace.get(path)
  await service.call('DELETE', '/products')
  await service.call('PUT', '/products', { key: workspace.key, body: '{' })
  await service.call('GET', '/products')
  for (let i = 0; i < LIMIT; i++) await leaveMidBody(workspace)
  const letGo = await holdRequests(service)
  const gone = times(LIMIT, undefined).map(() => leaveWaiting(workspace))
  await Promise.all(gone)
  await letGo()
  // The places of those who left are free once the service has noticed.
  const asked = () => Promise.all(times(LIMIT, undefined).map(() => workspace.get('/workspace')))
  await expect.poll(async () => (await asked()).map(({ status }) => status)).toEqual(times(LIMIT, 200))
  const { letGo: letAllGo } = await whileHeld(times(LIMIT + 2, () => workspace.get('/workspace')))
  await letAllGo()
})

/** Announces a body, sends half of it and hangs up. */
async function leaveMidBody({ key }: TestWorkspace): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-length': 10 }
  const call = request(`${service.url}/api/v1/products`, { method: 'PUT', headers })
  call.on('error', () => {})
  call.write('{"pro')
  await once(call, 'socket')
  await new Promise((resolve) => void setTimeout(resolve, 20))
  call.destroy()
}

/** Asks and hangs up before the answer. */
async function leaveWaiting({ key }: TestWorkspace): Promise<void> {
  const call = request(`${service.url}/api/v1/workspace`, { headers: { authorization: `Bearer ${key}` } })
  call.on('error', () => {})
  call.end()
  await once(call, 'finish')
  call.destroy()
}

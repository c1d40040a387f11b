import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { createKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { useOwnService } from '../given/service.ts'
import type { TestService } from '../given/service.ts'
import { Connection } from './connection.ts'
import type { RawAnswer } from './connection.ts'
import { CODES, EMAILS, KnownValues, NAMES, SKUS } from './known-values.ts'
import type { Request } from './request.ts'

export type FuzzedService = TestService & {
  port: () => number
  /** Sends a request on a connection that is kept open between them, and returns the answer. */
  ask: (request: Request) => Promise<RawAnswer | undefined>
}

/** A service that must have got through each test unharmed. */
export function useFuzzedService(): FuzzedService {
  const service = useOwnService() as TestService as FuzzedService
  const complaints: unknown[] = []
  const complain = (...complaint: unknown[]) => void complaints.push(complaint)
  let connection: Connection | undefined

  service.port = () => Number(new URL(service.url).port)
  service.ask = async (request) => {
    const kept = connection?.open ? connection : undefined
    const answer = kept && (await exchange(kept, request))
    if (answer) return answer
    // One that was kept may be closed by the server at any time; on a new one there has to be an answer.
    await connection?.close()
    connection = new Connection(service.port())
    return exchange(connection, request)
  }

  beforeAll(() => {
    service.app.log.error = complain
    service.app.log.fatal = complain
    process.on('warning', complain)
  })
  beforeEach(() => void complaints.splice(0))
  afterEach(async () => {
    await connection?.close()
    connection = new Connection(service.port())
    await connection.send(Buffer.from('GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'))
    expect((await connection.answer())?.status).toBe(200)
    await connection.close()
    expect(complaints).toEqual([])
    await expect.poll(() => openConnections(service)).toBe(0)
  })
  afterAll(() => void process.off('warning', complain))
  return service
}

/** Keys of every kind of caller, and what there is in a workspace of much, and in one beside it. */
export async function stock(service: FuzzedService): Promise<KnownValues> {
  const known = new KnownValues()
  const operator = { ...service.context, actor: OPERATOR }
  const { workspaceId, key } = await createSample(operator)
  const context = { ...operator, workspaceId }
  const revoked = await createKey(context, { name: 'Old', scope: 'write' })
  await revokeKey(operator, revoked.id)
  const neighbour = await service.workspace()
  known.learn('writer', key!)
  known.learn('reader', (await createKey(context, { name: 'Reports', scope: 'read' })).key)
  known.learn('revoked', revoked.key)
  known.learn('neighbour', neighbour.key)
  known.learn('lapsed', (await service.workspace({ plan: 'lapsed' })).key)
  known.learn('demo', (await service.workspace({ plan: 'demo' })).key)

  await fill(service, key!)
  await fill(service, neighbour.key)
  await learnLists(service, key!, known)
  for (const list of Object.values(LISTS)) {
    const { data } = await call(service, neighbour.key, 'GET', list)
    for (const { id } of data) known.learn('foreign', id)
  }
  return known
}

/** Remembers what all lists show. */
export async function learnLists(service: FuzzedService, key: string, known: KnownValues): Promise<void> {
  for (const [id, list] of Object.entries(LISTS)) known.learnFrom(id, await call(service, key, 'GET', list))
}

const LISTS: Record<string, string> = {
  listProducts: '/products',
  listCustomers: '/customers',
  listOrders: '/orders',
  listPriceChanges: '/price-changes',
  listBrands: '/brands',
  listCategories: '/categories',
}

/** Puts there what the generated requests name, and starts a draft of other prices. */
export async function fill(service: FuzzedService, key: string): Promise<void> {
  const skus = SKUS.filter((sku) => sku !== 'plate')
  const products = skus.map((sku, i) => ({
    sku,
    name: NAMES[i % NAMES.length],
    listPrice: 10 ** i,
    unitLabel: 'each',
    brand: 'Hollin',
  }))
  const codes = CODES.filter((code) => code !== 'quay')
  const customers = codes.map((accountCode, i) => ({
    accountCode,
    name: `${accountCode} & Co.`,
    email: i === 0 ? EMAILS[0] : null,
  }))
  const repriced = products.map((product) => ({ ...product, listPrice: product.listPrice + 1 }))
  await call(service, key, 'PUT', '/products', { products })
  await call(service, key, 'PUT', '/customers', { customers })
  await call(service, key, 'PUT', '/products', { products: repriced })
}

/** A call that must succeed, without a connection that stays open. */
async function call(
  { app }: FuzzedService,
  key: string,
  method: 'GET' | 'PUT',
  path: string,
  body?: object,
): Promise<any> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await app.inject({
    method,
    url: `/api/v1${path}`,
    headers,
    ...(body && { payload: JSON.stringify(body) }),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

async function exchange(connection: Connection, request: Request): Promise<RawAnswer | undefined> {
  await connection.send(request.bytes())
  return connection.answer(request)
}

function openConnections({ app }: FuzzedService): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { lockNames } from '../../server/src/workspaces/lock-names.ts'
import { observeStatements } from '../isolation/observe-statements.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { holdRequests } from './given-load.ts'
import { items, refusal, send, sendItems } from './given.ts'
import { givenDraft } from './given-price-change.ts'

const onPostgres = inject('engine').name === 'postgres'
const PER_WORKSPACE = 300_000
const SHARE_OF_REQUESTS = 90
const service = useService({
  limits: {
    requests: {
      bodyBytes: { total: 400_000, perWorkspace: PER_WORKSPACE },
      unsentBytes: { total: 30_000_000, perWorkspace: 6_000_000 },
      inProgressPerWorkspace: SHARE_OF_REQUESTS,
      maxWaiting: 8,
    },
  },
})

const statements: string[] = []
afterAll(observeStatements((statement) => void statements.push(statement)))

/** How many statements with that text have been run since. */
function countStatements(text: string): () => number {
  const before = statements.length
  return () => statements.slice(before).filter((statement) => statement.includes(text)).length
}

/** How many connections of the service wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(service.context.db)
  return rows[0]!.count
}

/** Locks the table of orders, so that whoever reads them waits. */
async function lockOrders(): Promise<{ unlock: () => Promise<void> }> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = service.context.db.transaction().execute(async (db) => {
    await sql`lock table sales_order in access exclusive mode`.execute(db)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  return {
    unlock: () => {
      over.resolve()
      return transaction
    },
  }
}

/** Sends this over its own connection, and nothing more. */
async function open(text: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url)
  const before = service.received
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(text)
  await expect.poll(() => service.received).toBeGreaterThan(before)
  return socket
}

function head(method: string, path: string, { key }: TestWorkspace, more = ''): string {
  return `${method} /api/v1${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`
}

async function two(): Promise<[TestWorkspace, TestWorkspace]> {
  return [await service.workspace(), await service.workspace()]
}

test('beside a workspace that announces large bodies and sends one byte of each, another one’s bulk calls are answered', async () => {
  const [busy, other] = await two()
  for (let i = 0; i < 4; i++) await open(`${head('PUT', '/products', busy, 'Content-Length: 95000\r\n')}{`)
  const products = items(100, () => ({ description: 'long '.repeat(100) }))
  expect((await other.put('/products', { products })).status).toBe(200)
  expect(await busy.put('/products', { products })).toEqual(refusal(503, 'unavailable'))
})

test('beside a workspace that has sent its share of bytes, another one’s bulk calls are answered, and more of its own are refused', async () => {
  const [busy, other] = await two()
  const most = ' '.repeat(PER_WORKSPACE - 20_000)
  const slow = await open(head('PUT', '/products', busy, `Content-Length: ${PER_WORKSPACE - 10_000}\r\n`) + most)
  const products = items(50, () => ({ description: 'long '.repeat(100) }))
  await expect.poll(async () => (await busy.put('/products', { products })).status).toBe(503)
  expect((await other.put('/products', { products })).status).toBe(200)
  slow.destroy()
  await expect.poll(async () => (await busy.put('/products', { products })).status).toBe(200)
})

test('beside a workspace that does not take its answers, another one’s are given; its own are refused, and no tag is told of them', async () => {
  const [busy, other] = await two()
  const details = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`detail ${i}`, 'x'.repeat(500)]))
  for (const workspace of [busy, other]) {
    for (const shelf of [1, 2, 3, 4, 5]) {
      const products = items(10, (i) => ({ sku: `${shelf}-${i}`, details }))
      await send(workspace, products)
    }
  }
  const asking = await open(head('GET', '/products', busy))
  asking.pause()
  let answer = await busy.get('/products')
  // The system keeps some ten megabytes on the way for either side.
  await expect
    .poll(async () => {
      asking.write(head('GET', '/products', busy).repeat(4))
      answer = await busy.get('/products')
      return answer.status
    })
    .toBe(503)
  expect(answer).toEqual(refusal(503, 'unavailable'))
  expect(answer.headers.get('etag')).toBeNull()
  expect((await other.get('/products')).status).toBe(200)
  expect((await busy.get('/workspace')).status).toBe(200)
})

test('beside a workspace whose clients leave before they are admitted, its share of requests is there again', async () => {
  const workspace = await service.workspace()
  const letGo = await holdRequests(service)
  for (let i = 0; i < SHARE_OF_REQUESTS; i++) (await open(head('GET', '/workspace', workspace))).destroy()
  await letGo()
  await expect.poll(async () => (await workspace.get('/workspace')).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 20 }, () => workspace.get('/workspace')))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('beside a workspace that previews a large draft many times at once, it is assessed once', async () => {
  const workspace = await service.workspace()
  const priceChangeId = await givenDraft(workspace, { a: [100, 200], b: [300, 250] })
  const assessments = countStatements('hash_record_extended(row(id, group_id)')
  const paths = Array.from({ length: 8 }, (_, i) => `/price-changes/${priceChangeId}?x=${i}`)
  const answers = await Promise.all(paths.map((path) => workspace.get(path)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(new Set(answers.map(({ body }) => body.data.fingerprint)).size).toBe(1)
  expect(assessments()).toBe(1)

  await sendItems(workspace, 1, () => ({ sku: 'another' }))
  await workspace.get(`/price-changes/${priceChangeId}`)
  expect(assessments()).toBe(2)
})

test.runIf(onPostgres)(
  'beside a workspace that holds its own names, another one’s bulk calls are answered',
  async () => {
    const [busy, other] = await two()
    const renamed = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const renaming = service.context.db.transaction().execute(async (db) => {
      await lockNames({ ...busy.context, db }, 'exclusive')
      held.resolve()
      await renamed.promise
    })
    await held.promise
    const waiting = Array.from({ length: 6 }, (_, i) =>
      busy.put('/products', { products: items(1, () => ({ sku: `w${i}` })) }),
    )
    await expect.poll(() => waitingForLocks()).toBeGreaterThan(0)
    for (let i = 0; i < 5; i++) expect((await other.put('/products', { products: items(2) })).status).toBe(200)
    renamed.resolve()
    await renaming
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
  },
)

test.runIf(onPostgres)(
  'beside a workspace that is alone and has as many reads wait as it may, another one’s reads begin',
  async () => {
    const [busy, other] = await two()
    const orders = await lockOrders()
    // Until then, the other workspace counts as active.
    await setTimeout(1_100)
    const waiting = Array.from({ length: SHARE_OF_REQUESTS - 10 }, (_, i) => busy.get(`/orders?x=${i}`))
    await expect.poll(() => waitingForLocks()).toBeGreaterThan(0)
    expect((await other.get('/brands')).status).toBe(200)
    expect(await waitingForLocks()).toBeGreaterThan(0)
    await orders.unlock()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
  },
)

test.runIf(onPostgres)(
  'beside a workspace that has all of its requests wait, another one’s reads do not; and it has no more than its share of them',
  async () => {
    const [busy, other] = await two()
    await other.get('/workspace')
    const orders = await lockOrders()
    const waiting = Array.from({ length: 15 }, (_, i) => busy.get(`/orders?x=${i}`))
    await expect.poll(() => waitingForLocks()).toBeGreaterThan(0)
    for (let i = 0; i < 5; i++) expect((await other.get(`/workspace?x=${i}`)).status).toBe(200)
    expect(await waitingForLocks()).toBeLessThanOrEqual(2)
    expect((await busy.get('/pallets')).status).toBe(404)
    expect((await busy.get('/products?limit=x')).status).toBe(400)
    await orders.unlock()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
  },
)

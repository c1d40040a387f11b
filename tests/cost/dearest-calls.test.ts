import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { environment, startServer } from '../given/run-cli.ts'
import type { RunningServer } from '../given/run-cli.ts'
import { newDatabase } from '../engines/test-store.ts'
import { stockMuch } from './large-stock.ts'
import type { LargeStock } from './large-stock.ts'
import type { Watch, Watched } from './watch-neighbour.ts'

/** A call of somebody: each with another number, so that nothing is answered from memory. */
type Call = { by: 'key' | 'owner' | 'buyer'; method: string; path: string; body?: unknown }
type Dear = (stock: LargeStock, number: number) => Call

const key = (method: string, path: string, body?: unknown): Call => ({ by: 'key', method, path, body })
const owner = (method: string, path: string, body?: unknown): Call => ({ by: 'owner', method, path, body })
const buyer = (method: string, path: string, body?: unknown): Call => ({ by: 'buyer', method, path, body })
const skus = ({ products }: LargeStock) => products.map(({ sku }) => sku)

/**
 * The dearest calls, in a workspace that has all that its limits allow: 100,000 products, and on few of them and one
 * customer all agreed prices, 100 price changes, and an order of 1,000 lines.
 */
const DEAREST: Record<string, Dear> = {
  'a search far down, for a customer': (_stock, number) =>
    key('GET', `/products?q=p+s+o+w+c+b&customer=C-1&limit=50&offset=${50_000 + number}`),
  'a hundred products with as many new words as there is room for': (stock, number) =>
    key('PUT', '/products', {
      products: skus(stock)
        .slice((number % 10) * 100)
        .slice(0, 100)
        .map((sku, i) => ({
          sku,
          name: `Plate ${number}`,
          listPrice: 100 + number,
          unitLabel: 'each',
          description: Array.from({ length: 600 }, (_, word) => `w${number * i + word}`)
            .join(' ')
            .slice(0, 4_000),
        })),
    }),
  'a preview of a draft of all products': ({ draftId }, number) =>
    key('GET', `/price-changes/${draftId}?customer=C-1&offset=${number}`),
  'an export of all products': (_stock, number) => owner('GET', `/products/export?format=xlsx&x=${number}`),
  'the longest orders as a PDF': ({ orderId }, number) => owner('GET', `/orders/pdf?ids=${orderId}&x=${number}`),
  'the longest orders of the feed': (_stock, number) => key('GET', `/order-feed?cursor=start&limit=100&x=${number}`),
  'many products of the feed': (_stock, number) => key('GET', `/product-feed?cursor=start&limit=500&x=${number}`),
  'the longest order': ({ orderId }, number) => key('GET', `/orders/${orderId}?x=${number}`),
  'a line of the longest basket': ({ products }, number) =>
    buyer('PUT', `/basket/lines/${products[number % 100]!.id}`, { qty: 12 + (number % 50) * 12 }),
  'the prices of a thousand lines': (stock, number) =>
    owner('POST', '/orders/price', { customer: 'C-1', lines: skus(stock).map((sku) => ({ sku, qty: 1 + number })) }),
  'a price list of all products': (_stock, number) => buyer('GET', `/price-list.xlsx?x=${number}`),
  'a page by price of what has common words': (_stock, number) =>
    buyer('GET', `/products?q=${['plate', 'steel', 'outdoor'][number % 3]}+p&sort=price&limit=50&offset=${number}`),
  'a thousand lines that no product has': (_stock, number) =>
    buyer('POST', '/lines/read', {
      text: Array.from({ length: 1_000 }, (_, i) => `A${number}x${i}\tPS-${number}-${i}\tB/${number}y${i}\t${i}`).join(
        '\n',
      ),
    }),
  "a customer's order of a thousand lines, compared": (stock, number) =>
    key('POST', '/order-checks', {
      customer: 'C-1',
      lines: skus(stock).map((sku, i) => ({ sku: i % 2 === 0 ? sku : `A${number}x${i}`, qty: 1 + number })),
    }),
  "a customer's order with codes that no product has": (_stock, number) =>
    owner('POST', '/orders/read', {
      customer: 'C-1',
      text: Array.from({ length: 1_000 }, (_, i) => `PS-${number}-${i}\t${i + 1}\t${i}.50`).join('\n'),
    }),
  'all agreed prices of a product': ({ products }, number) =>
    buyer('GET', `/products/${products[number % 50]!.id}?qty=${1 + (number % 90)}`),
}

/** The p99 of a neighbour's reads and of `/healthz`, in milliseconds. On the embedded database all wait for a call. */
const LIMITS_MS = { postgres: { reads: 500, health: 1_000 }, pglite: { reads: 5_000, health: 5_000 } }
/** What the rate limits allow: a key 120 calls a minute, a session 600. */
const PAUSE_MS = { key: 500, owner: 100, buyer: 100 }
const ROUND_MS = 4_000
/** Other processes disturb what is measured: each round takes longer than the one before. */
const ROUNDS = 3

const engine = inject('engine').name
const closing = new AsyncDisposableStack()
const watcher = fork(new URL('watch-neighbour.ts', import.meta.url), { execArgv: [] })
let server: RunningServer
let stock: LargeStock

beforeAll(async () => {
  const database = await newDatabase()
  closing.defer(database.remove)
  const store = await openStore(database.config)
  stock = await stockMuch(store, { onFew: true }).finally(() => store.close())
  server = await startServer({ ...environment(database.config), RATE_LIMIT_PER_MINUTE: '100000000' })
  closing.defer(async () => void (await server.stop()))
  closing.defer(() => void watcher.kill())
  // What is done for the first time takes longer.
  await watch(2_000)
}, 300_000)
afterAll(() => closing.disposeAsync(), 60_000)

test.each(Object.entries(DEAREST))('beside %s, others are answered', { timeout: 300_000 }, async (name, dear) => {
  const limits = LIMITS_MS[engine]
  for (let round = 1; ; round++) {
    const { beside, statuses } = await faredBeside(dear, round * ROUND_MS)
    console.log(
      `${name}: reads ${beside.reads.toFixed(0)} ms, /healthz ${beside.health.toFixed(0)} ms, ${[...statuses]}`,
    )
    const isWell = beside.failed === 0 && beside.reads <= limits.reads && beside.health <= limits.health
    if (!isWell && round < ROUNDS) continue
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(0)
    expect(beside.failed).toBe(0)
    expect(beside.reads).toBeLessThanOrEqual(limits.reads)
    expect(beside.health).toBeLessThanOrEqual(limits.health)
    return
  }
})

async function watch(ms: number): Promise<Watched> {
  watcher.send({ url: server.url, ...stock.neighbour, ms } satisfies Watch)
  const [watched] = (await once(watcher, 'message')) as [Watched]
  return watched
}

/** One caller calls as often as their rate limit allows; on the embedded database one call after the other. */
async function faredBeside(dear: Dear, ms: number) {
  const statuses = new Map<number, number>()
  const over = new AbortController()
  const asking: Promise<void>[] = []
  const calling = (async () => {
    while (!over.signal.aborted) {
      const call = dear(stock, ++calls)
      const answered = statusOf(call).then((status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1))
      if (engine === 'pglite') await answered
      else asking.push(answered)
      await setTimeout(PAUSE_MS[call.by])
    }
  })()
  const beside = await watch(ms)
  over.abort()
  await calling
  await Promise.all(asking)
  return { beside, statuses }
}

let calls = 0

async function statusOf({ by, method, path, body }: Call): Promise<number> {
  const { large, owner: session, buyer: who } = stock
  const [api, headers] = {
    key: ['/api/v1', { authorization: `Bearer ${large.key}` }],
    owner: [`/app-api/console/${large.slug}`, { cookie: `session=${session}` }],
    buyer: [`/app-api/portal/${large.slug}`, { cookie: `session=${who.token}`, buyer: who.id }],
  }[by] as [string, Record<string, string>]
  const response = await fetch(`${server.url}${api}${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status >= 400 && response.status !== 503) console.log(path, response.status, text.slice(0, 300))
  return response.status
}

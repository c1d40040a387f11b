import { sql } from 'kysely'
import { openStore } from '../../server/src/database/open.ts'
import type { Store } from '../../server/src/database/open.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { product, products, rangeName, rangeOf } from '../catalogue.ts'
import { copyWorkspace } from '../copy-workspace.ts'
import { fillWorkspace, newWorkspace, OPERATOR } from '../fill.ts'
import { apiRequest, httpRequest, load } from '../load.ts'
import type { Request } from '../load.ts'
import { measuredLoad, warmUp } from '../measure.ts'
import { openLoad } from '../open-load.ts'
import { benchDatabase, benchServer } from '../server-under-load.ts'
import { signInBuyer } from '../sign-in.ts'
import { accountCode, AT_LIMITS } from '../terms.ts'
import type { Workload } from '../workload.ts'
import { drawing, unique } from './read.ts'
import type { Draw } from './read.ts'

/** Wholesalers, and what each has; those who call. On the embedded database a fifth of them. */
const FULL = { workspaces: 100, products: 10_000, ofLargest: 100_000, customers: 20, callers: 1_000 }
const EMBEDDED = { ...FULL, workspaces: 20, callers: 200 }
const QUICK = { workspaces: 3, products: 1_000, ofLargest: 2_000, customers: 20, callers: 10 }
type Sizes = typeof FULL

const ORDERS_OF_CUSTOMER = 3
const LINES_OF_ORDER = 12
const PAGE = 50
const BULK = 100
const EDITIONS = 40
const ROUNDS = 3

type Stock = { products: number; from: number; customers: readonly string[]; ids: readonly string[] }
/** Who has a key, or a session in the portal. */
type Caller = { stock: Stock; key: string } | { stock: Stock; buyer: { slug: string; id: string; token: string } }
type Keyed = Extract<Caller, { key: string }>
type Buying = Extract<Caller, { buyer: object }>

/** Of 100 calls, how many are of each kind. A poll is one for which nothing may have changed. */
const BY_KEY: Record<string, { share: number; request: (caller: Keyed, draw: Draw) => Request }> = {
  'page, priced': {
    share: 25,
    request: (caller, draw) =>
      get(caller, `/products?limit=${PAGE}&customer=${customer(caller, draw)}&offset=${offset(caller, draw)}`),
  },
  page: { share: 15, request: (caller, draw) => get(caller, `/products?limit=${PAGE}&offset=${offset(caller, draw)}`) },
  SKU: { share: 15, request: (caller, draw) => get(caller, `/products?q=${anySku(caller, draw)}`) },
  word: { share: 10, request: (caller, draw) => get(caller, `/products?q=${anyWord(caller, draw)}`) },
  price: {
    share: 15,
    request: (caller, draw) => get(caller, `/prices?customer=${customer(caller, draw)}&sku=${anySku(caller, draw)}`),
  },
  poll: { share: 5, request: (caller) => poll(caller) },
  'write of one': { share: 2, request: (caller, draw) => put(caller, draw, 1) },
  'write of 100': { share: 1, request: (caller, draw) => put(caller, draw, BULK) },
}
const BY_BUYER: Record<string, { share: number; request: (caller: Buying, draw: Draw) => Request }> = {
  'portal: catalogue': {
    share: 4,
    request: (caller, draw) => browse(caller, `/products?limit=24&offset=${draw(200) * 24}`),
  },
  'portal: usual': { share: 3, request: (caller) => browse(caller, '/usual') },
  'portal: product': { share: 3, request: (caller, draw) => browse(caller, `/products/${anyId(caller, draw)}?qty=1`) },
  'portal: basket': {
    share: 2,
    request: (caller, draw) => ({
      ...browse(caller, `/basket/lines/${anyId(caller, draw)}`, {
        method: 'PUT',
        body: JSON.stringify({ qty: 1 + draw(9) }),
      }),
      // Products that are for others are not found.
      status: [200, 404, 422],
    }),
  },
}

/**
 * What a deployment is like: many wholesalers, keys and buyers, each below their rate limit. The larger a wholesaler, by
 * Zipf's law, the more keys and buyers it has. One of them, and a customer of it, have all that the limits allow.
 */
export const mix: Workload = {
  name: 'mix',
  onItsOwn: true,
  targets: [{ figure: 'errors', atMost: 0, at: ['10k', '100k', '1m'] }],
  run: async ({ options }, note) => {
    await using cleanup = new AsyncDisposableStack()
    const database = await benchDatabase(options.engine)
    cleanup.defer(() => database.remove())
    const sizes = options.quick ? QUICK : options.engine === 'embedded' ? EMBEDDED : FULL
    const store = await openStore(database.config)
    const callers = await fillMix(store, sizes).finally(() => store.close())
    const server = await benchServer(database)
    cleanup.defer(async () => void (await server.stop()))
    const bench = { options, database, server }
    const next = callsOf(callers)

    await load(server.port, next, { connections: options.connections, seconds: warmUp(bench) * 3 })
    const rounds = []
    for (let round = 0; round < (options.quick ? 1 : ROUNDS); round++) rounds.push(await measuredLoad(bench, next))
    const byRate = rounds.toSorted((a, b) => a.figures.perSecond! - b.figures.perSecond!)
    const { load: done, figures } = byRate[rounds.length >> 1]!
    if (done.firstError) throw new Error(done.firstError)
    const half = await openLoad(server.port, () => String(next().bytes), {
      perSecond: figures.perSecond! / 2,
      connections: 200,
      seconds: options.seconds,
    })
    const { p50, p99 } = half.byStatus[200]!
    for (const { figures: round } of rounds) {
      note(
        `${round.perSecond!.toFixed(0)}/s at ${round.serverCpu!.toFixed(2)} ms of the service${round.databaseCpu === undefined ? '' : ` and ${round.databaseCpu.toFixed(2)} ms of Postgres`} a call`,
      )
    }
    for (const [kind, { count, p50, p99 }] of Object.entries(done.byKind)) {
      note(`${kind}: ${count} calls, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms at saturation`)
    }
    note(`p50 and p99 in the table are those at half of that rate`)
    return { ...figures, p50, p99 }
  },
}

/** Makes the deployment; the one with all that the limits allow comes last, and is the largest by calls, too. */
async function fillMix(store: Store, sizes: Sizes): Promise<{ keyed: Keyed[]; buying: Buying[] }> {
  const { db } = store
  const context = { db, clock: () => new Date(), actor: OPERATOR }
  const first = await newWorkspace(context, 'Mixed', 1)
  await stockUp(first.context, { from: 0, products: sizes.products, customers: sizes.customers })
  const largest = await newWorkspace(context, 'Largest', 1)
  await stockUp(largest.context, { from: 1_000_000, products: sizes.ofLargest, customers: AT_LIMITS + 1 })
  await copyWorkspace(db, first.workspaceId, sizes.workspaces - 2)
  await store.runScript('vacuum analyze')
  const { rows } = await sql<{
    id: string
  }>`select id from workspace order by id = ${largest.workspaceId} desc, id`.execute(db)
  const draw = drawing(31)
  const stocks = new Map<string, Promise<Stock & { context: WorkspaceContext; slug: string }>>()
  const anyStock = () => {
    const { id } = rows[rankOf(draw, rows.length)]!
    return stocks.getOrInsertComputed(id, () => stockOf({ ...context, workspaceId: id }, id === largest.workspaceId))
  }
  const keyed: Keyed[] = []
  const buying: Buying[] = []
  for (let i = 0; i < sizes.callers; i++) {
    const ofKey = await anyStock()
    keyed.push({ stock: ofKey, key: (await createKey(ofKey.context, { name: `Key ${i}`, scope: 'write' })).key })
    const ofBuyer = await anyStock()
    buying.push({ stock: ofBuyer, buyer: await addBuyer(ofBuyer, draw) })
  }
  await store.runScript('analyze')
  await store.runScript('checkpoint')
  return { keyed, buying }
}

async function stockUp(context: WorkspaceContext, contents: { from: number; products: number; customers: number }) {
  await fillWorkspace(context, contents)
  const skus = products(contents.from, LINES_OF_ORDER * 5).flatMap(({ sku }, i) =>
    i % 50 === 7 || i % 100 === 11 ? [] : [sku],
  )
  for (let i = 0; i < 20 * ORDERS_OF_CUSTOMER; i++) {
    const from = (i * 7) % (skus.length - LINES_OF_ORDER)
    const lines = skus.slice(from, from + LINES_OF_ORDER).map((sku) => ({ sku, qty: 1 }))
    await placeOrder(context, { customer: accountCode(i % 20), lines })
  }
}

async function stockOf(context: WorkspaceContext, isLargest: boolean) {
  const { db, workspaceId } = context
  const { rows } = await sql<{ id: string; sku: string }>`
    select id, sku from product where workspace_id = ${workspaceId} and active order by md5(sku) limit 2000`.execute(db)
  const { rows: all } = await sql<{ count: number; slug: string }>`
    select (select count(*)::integer from product where workspace_id = ${workspaceId}) as count,
      (select slug from workspace_address where workspace_id = ${workspaceId} limit 1) as slug`.execute(db)
  const customers = Array.from({ length: 20 }, (_, i) => accountCode(i))
  return {
    context,
    slug: all[0]!.slug,
    products: all[0]!.count,
    from: isLargest ? 1_000_000 : 0,
    customers: isLargest ? [accountCode(AT_LIMITS), ...customers.slice(1)] : customers,
    ids: rows.map(({ id }) => id),
  }
}

async function addBuyer({ context, slug, customers }: Stock & { context: WorkspaceContext; slug: string }, draw: Draw) {
  return { slug, ...(await signInBuyer(context, customers[draw(customers.length)]!)) }
}

/** A rank as often as Zipf's law has it: that of 20 half as often as that of 10. */
function rankOf(draw: Draw, ranks: number): number {
  return Math.floor((ranks + 1) ** (draw(1e9) / 1e9)) - 1
}

/** Calls in their shares, each of any of the callers. */
function callsOf({ keyed, buying }: { keyed: Keyed[]; buying: Buying[] }): () => Request {
  const draw = drawing(32)
  const kinds = [
    ...Object.entries(BY_KEY).map(([kind, { share, request }]) => ({
      kind,
      share,
      request: () => request(keyed[draw(keyed.length)]!, draw),
    })),
    ...Object.entries(BY_BUYER).map(([kind, { share, request }]) => ({
      kind,
      share,
      request: () => request(buying[draw(buying.length)]!, draw),
    })),
  ]
  const inAll = kinds.reduce((sum, { share }) => sum + share, 0)
  return () => {
    let left = draw(inAll)
    const { kind, request } = kinds.find(({ share }) => (left -= share) < 0)!
    return { ...request(), kind }
  }
}

function get({ key }: Keyed, path: string): Request {
  return { bytes: apiRequest(key, unique(path)), status: 200 }
}

/** The tags of the first pages, as they were last seen. */
const tags = new Map<string, string>()

function poll({ key }: Keyed): Request {
  const tag = tags.get(key)
  const headers: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag }
  return {
    bytes: apiRequest(key, `/products?limit=${PAGE}`, { headers }),
    status: [200, 304],
    answered: (head) => void tags.set(key, /\r\netag: ([^\r]+)/i.exec(head)![1]!),
  }
}

function put({ key, stock }: Keyed, draw: Draw, rows: number): Request {
  const from = stock.from + draw(Math.floor(stock.products / rows)) * rows
  const body = JSON.stringify({ products: products(from, rows, 1 + draw(EDITIONS)) })
  return { bytes: apiRequest(key, '/products', { body }), status: 200 }
}

function browse({ buyer }: Buying, path: string, more: { method?: string; body?: string } = {}): Request {
  const headers = { cookie: `session=${buyer.token}`, buyer: buyer.id, 'sec-fetch-site': 'same-origin' }
  return { bytes: httpRequest(unique(`/app-api/portal/${buyer.slug}${path}`), { headers, ...more }), status: 200 }
}

const customer = ({ stock }: Caller, draw: Draw) => stock.customers[draw(stock.customers.length)]!
const offset = ({ stock }: Caller, draw: Draw) => draw(Math.max(1, Math.floor(stock.products * 0.9) - PAGE))
const anySku = ({ stock }: Caller, draw: Draw) => product(stock.from + draw(stock.products)).sku
const anyWord = ({ stock }: Caller, draw: Draw) => rangeName(rangeOf(stock.from + draw(stock.products))).toLowerCase()
const anyId = ({ stock }: Caller, draw: Draw) => stock.ids[draw(stock.ids.length)]!

import assert from 'node:assert/strict'
import { readConfig } from '../../server/src/config.ts'
import { operate } from '../../server/src/ops/all-operations.ts'
import { environment } from '../../tests/given/run-cli.ts'
import { products } from '../catalogue.ts'
import { read } from '../expect.ts'
import { CUSTOMERS } from '../fill.ts'
import { summary } from '../load.ts'
import { accountCode } from '../terms.ts'
import type { Bench, Figures, Workload } from '../workload.ts'

const ORDERS = { quick: 5, whole: 200 }

/** Reads all that a feed has, in its longest pages. Returns the ids, each once, with what it took. */
async function readAll(bench: Bench, feed: string, { limit, id }: { limit: number; id: string }) {
  const [took, ids] = [[] as number[], new Set<string>()]
  const started = performance.now()
  for (let cursor = 'start', hasMore = true; hasMore;) {
    const asked = performance.now()
    const { body } = await read(bench, `/${feed}?limit=${limit}&cursor=${cursor}`)
    took.push(performance.now() - asked)
    for (const entry of body.data) ids.add(entry[id])
    ;({ nextCursor: cursor, hasMore } = body)
  }
  const seconds = (performance.now() - started) / 1000
  const { p50, p99 } = summary(took)
  return { ids, calls: took.length, figures: { perSecond: ids.size / seconds, p50, p99, seconds } satisfies Figures }
}

const productFeed: Workload = {
  name: 'product-feed',
  targets: [{ figure: 'seconds', atMost: 30, at: ['10k', '100k'] }],
  run: async (bench) => {
    const { ids, calls, figures } = await readAll(bench, 'product-feed', { limit: 500, id: 'productId' })
    assert.ok(ids.size >= bench.filled.products, `the feed told ${ids.size} of ${bench.filled.products} products`)
    assert.ok(calls <= ids.size / 400 + 2, `it took ${calls} calls`)
    return figures
  },
}

const customerFeed: Workload = {
  name: 'customer-feed',
  targets: [{ figure: 'p99', atMost: 500 }],
  run: async (bench) => {
    const { ids, figures } = await readAll(bench, 'customer-feed', { limit: 100, id: 'customerId' })
    assert.ok(ids.size >= CUSTOMERS, `the feed told ${ids.size} of ${CUSTOMERS} customers`)
    return figures
  },
}

const orderFeed: Workload = {
  name: 'order-feed',
  targets: [{ figure: 'p99', atMost: 500 }],
  run: async (bench, note) => {
    const config = readConfig({}, environment(bench.database.config))
    const { workspaceId } = bench.filled
    // Those that all customers see.
    const lines = products(0, 7).map(({ sku }) => ({ sku, qty: 12 }))
    const orders = bench.options.quick ? ORDERS.quick : ORDERS.whole
    for (let i = 0; i < orders; i++) {
      await operate(config, 'order place', { workspaceId, customer: accountCode(i % CUSTOMERS), lines })
    }
    const { ids, figures } = await readAll(bench, 'order-feed', { limit: 100, id: 'id' })
    assert.ok(ids.size >= orders, `the feed told ${ids.size} of ${orders} orders`)
    note(`${ids.size} orders`)
    return figures
  },
}

/** Everything that the feeds of products, customers and orders tell. */
export const FEEDS = [productFeed, customerFeed, orderFeed]

import assert from 'node:assert/strict'
import { readConfig } from '../../server/src/config.ts'
import { operate } from '../../server/src/operations.ts'
import { environment } from '../../tests/cli/run-cli.ts'
import { read } from '../expect.ts'
import { summary } from '../load.ts'
import { accountCode } from '../terms.ts'
import type { Workload } from '../workload.ts'

/** One that has agreed prices. */
const CUSTOMER = accountCode(7)
const PAGE = 500

/** A customer gets another discount on everything, and follows what that changes to the end. */
export const priceFeed: Workload = {
  name: 'price-feed',
  targets: [{ figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] }],
  run: async (bench, note) => {
    const { workspaceId, products } = bench.filled
    const call = (cursor = '') =>
      read(bench, `/price-feed?customer=${CUSTOMER}&limit=${PAGE}${cursor && `&cursor=${cursor}`}`)
    let { nextCursor: cursor, hasMore } = (await call()).body
    const config = readConfig({}, environment(bench.database.config))
    await operate(config, 'discount set', {
      workspaceId,
      customer: CUSTOMER,
      on: { all: true },
      discountBp: '321',
    })
    const times: number[] = []
    const seen = new Set<string>()
    do {
      const started = performance.now()
      const { body } = await call(cursor)
      times.push(performance.now() - started)
      for (const { sku } of body.data) seen.add(sku)
      ;({ nextCursor: cursor, hasMore } = body)
    } while (hasMore)
    assert.ok(seen.size > products / 2, `the feed told ${seen.size} of ${products} products`)
    const idle = await call(cursor)
    const key = bench.filled.keys[0]!
    const path = `/price-feed?customer=${CUSTOMER}&limit=${PAGE}&cursor=${cursor}`
    const again = await bench.server.request(path, { key, headers: { 'if-none-match': idle.headers.get('etag')! } })
    assert.equal(again.status, 304, 'an idle poll')
    const seconds = times.reduce((sum, time) => sum + time, 0) / 1000
    note(`${seen.size} changes in pages of ${PAGE}`)
    const { p50, p99 } = summary(times)
    const tenth = Math.max(1, Math.floor(times.length / 10))
    const growth = mean(times.slice(-tenth)) / mean(times.slice(0, tenth))
    return { perSecond: seen.size / seconds, p50, p99, seconds, growth }
  },
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

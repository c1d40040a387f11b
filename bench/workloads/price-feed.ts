import assert from 'node:assert/strict'
import { readConfig } from '../../server/src/config.ts'
import { operate } from '../../server/src/ops/all-operations.ts'
import { environment } from '../../tests/cli/run-cli.ts'
import { read } from '../expect.ts'
import { CUSTOMERS } from '../fill.ts'
import { summary } from '../load.ts'
import { accountCode } from '../terms.ts'
import type { Workload } from '../workload.ts'

/** One that has agreed prices. */
const BUYER = 7
const CUSTOMER = accountCode(BUYER)
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

/** All lines of a price change are published while many customers poll the feed, one of whom then follows it. */
export const whilePublishing: Workload = {
  name: 'price-feed-publishing',
  targets: [{ figure: 'p99', atMost: 500, at: ['10k', '100k'] }],
  run: async (bench, note) => {
    const { workspaceId, followedDraft: draft } = bench.filled
    const call = async ({ customer, cursor }: { customer: string; cursor?: string }) => {
      const started = performance.now()
      const { body } = await read(
        bench,
        `/price-feed?customer=${customer}&limit=${PAGE}${cursor ? `&cursor=${cursor}` : ''}`,
      )
      return { ...body, ms: performance.now() - started }
    }
    const followers: { customer: string; cursor: string }[] = []
    for (let i = 0; i < (bench.options.quick ? 20 : CUSTOMERS); i++) {
      const customer = accountCode(i)
      followers.push({ customer, cursor: (await call({ customer })).nextCursor })
    }
    let next = 0
    const poll = async () => (await call(followers[next++ % followers.length]!)).ms
    const alone: number[] = []
    for (let i = 0; i < 20; i++) alone.push(await poll())
    const config = readConfig({}, environment(bench.database.config))
    const waiting = new Set(['publication'])
    const started = performance.now()
    const publication = operate(config, 'price-change publish', { workspaceId, id: draft.id }).finally(() =>
      waiting.clear(),
    )
    const meanwhile: number[] = []
    while (waiting.size > 0) meanwhile.push(await poll())
    await publication
    const published = (performance.now() - started) / 1000
    const walking = performance.now()
    const seen = new Set<string>()
    let { cursor } = followers[BUYER]!
    for (let hasMore = true; hasMore;) {
      const page = await call({ customer: CUSTOMER, cursor })
      for (const { sku } of page.data) seen.add(sku)
      ;({ nextCursor: cursor, hasMore } = page)
    }
    const seconds = (performance.now() - walking) / 1000
    assert.ok(seen.size > 0.9 * draft.lines, `the feed told ${seen.size} of ${draft.lines} published prices`)
    note(`${draft.lines} prices published in ${published.toFixed(1)} s; ${meanwhile.length} polls meanwhile`)
    note(
      `a poll alone: ${summary(alone).p50.toFixed(1)} ms; walking ${seen.size} changes after it: ${seconds.toFixed(1)} s`,
    )
    const { p50, p99 } = summary(meanwhile)
    return { perSecond: seen.size / seconds, p50, p99, seconds }
  },
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

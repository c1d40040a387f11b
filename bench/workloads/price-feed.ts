import assert from 'node:assert/strict'
import { readConfig } from '../../server/src/config.ts'
import { operate } from '../../server/src/ops/all-operations.ts'
import { environment } from '../../tests/given/run-cli.ts'
import { read } from '../expect.ts'
import { CUSTOMERS } from '../fill.ts'
import { summary } from '../load.ts'
import { accountCode } from '../terms.ts'
import type { Workload } from '../workload.ts'

/** One that has agreed prices. */
const BUYER = 7
const CUSTOMER = accountCode(BUYER)
const PAGE = 500

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

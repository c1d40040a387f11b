import assert from 'node:assert/strict'
import { readConfig } from '../../server/src/config.ts'
import { operate } from '../../server/src/ops/all-operations.ts'
import { environment } from '../../tests/given/run-cli.ts'
import { numberOf, product } from '../catalogue.ts'
import { read } from '../expect.ts'
import { CUSTOMERS } from '../fill.ts'
import { load, readRequest } from '../load.ts'
import type { Load } from '../load.ts'
import type { Bench, Workload } from '../workload.ts'
import { warmUp } from '../measure.ts'
import { drawing, unique } from './read.ts'

/** Another workspace is read from meanwhile over so many connections. */
const READERS = 2

function raised(listPrice: number): number {
  return Math.round(listPrice * 1.04)
}

const preview: Workload = {
  name: 'preview',
  targets: [{ figure: 'seconds', atMost: 2, at: ['10k', '100k', '1m'] }],
  run: async (bench) => {
    const { draft } = bench.filled
    const started = performance.now()
    const { body, text } = await read(bench, `/price-changes/${draft.id}?customer=C0000`)
    const seconds = (performance.now() - started) / 1000
    const { summary, lines, lineCount } = body.data
    assert.equal(lineCount, draft.lines)
    // The lowest prices are too low for 4% to make a difference.
    assert.equal(summary.increased + summary.unchanged, draft.lines)
    const { payMore, payLess, mixed, paySame } = summary.customers
    assert.deepEqual([payMore + paySame, payLess, mixed], [CUSTOMERS, 0, 0])
    for (const { sku, currentPrice, newPrice } of lines) {
      const { listPrice } = product(numberOf(sku))
      assert.deepEqual([currentPrice, newPrice], [listPrice, raised(listPrice)], sku)
    }
    return { seconds, bytes: Buffer.byteLength(text) }
  },
}

const publish: Workload = {
  name: 'publish',
  targets: [
    { figure: 'seconds', atMost: 4, at: ['10k', '100k', '1m'] },
    { figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] },
    { figure: 'errors', atMost: 0, at: ['10k', '100k', '1m'] },
  ],
  run: async (bench, note) => {
    const { draft, workspaceId, sample } = bench.filled
    await readElsewhere(bench, () => false, warmUp(bench))
    const alone = await readElsewhere(bench, () => false, bench.options.quick ? 0.5 : bench.options.seconds / 2)
    let published = false
    const meanwhile = readElsewhere(bench, () => published, 60)
    const started = performance.now()
    const config = readConfig({}, environment(bench.database.config))
    const { status, lineCount, skipped } = await operate(config, 'price-change publish', { workspaceId, id: draft.id })
    const seconds = (performance.now() - started) / 1000
    published = true
    const during = await meanwhile
    assert.deepEqual([status, lineCount, skipped], ['published', draft.lines, 0])
    const { body } = await read(bench, `/price-changes/${draft.id}`)
    assert.equal(body.data.status, 'published')
    if (draft.lines === bench.filled.products) {
      for (const { id, number } of sample.slice(0, 20)) {
        const { price } = (await read(bench, `/products/${id}`)).body.data
        assert.equal(price.list, raised(product(number).listPrice))
      }
    }
    note(`p99 of another workspace's reads: ${alone.p99.toFixed(1)} ms alone, ${during.p99.toFixed(1)} ms meanwhile`)
    return { seconds, p50: during.p50, p99: during.p99, errors: during.errors, growth: during.p99 / alone.p99 }
  },
}

async function readElsewhere({ filled, server }: Bench, isOver: () => boolean, seconds: number): Promise<Load> {
  const draw = drawing(4)
  const next = () => {
    if (isOver()) return undefined
    return readRequest(filled.others[0]!.keys[0]!, unique(`/products?limit=50&offset=${draw(150)}`))
  }
  return load(server.port, next, { connections: READERS, seconds })
}

export const PRICE_CHANGES = [preview, publish]

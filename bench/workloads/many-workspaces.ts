import assert from 'node:assert/strict'
import { product, products, rangeName, rangeOf } from '../catalogue.ts'
import { read } from '../expect.ts'
import { CUSTOMERS_OF_OTHERS, firstOfOther, PRODUCTS_OF_OTHERS } from '../fill.ts'
import { apiRequest, summary } from '../load.ts'
import type { Request } from '../load.ts'
import { measuredLoad, settledLoad, warmUp } from '../measure.ts'
import { accountCode } from '../terms.ts'
import type { Bench, Workload } from '../workload.ts'
import { drawing, unique } from './read.ts'
import type { Draw } from './read.ts'

const SYNC_SHARE = 0.1
export const SYNC_ROWS = 100

/** Reads of another workspace, by number, each with what it asks for. */
export const READS: Record<string, (other: number, draw: Draw) => string> = {
  list: (_, draw) => `/products?limit=50&offset=${draw(PRODUCTS_OF_OTHERS - 50)}`,
  'list-priced': (_, draw) =>
    `/products?limit=50&customer=${accountCode(draw(CUSTOMERS_OF_OTHERS))}&offset=${draw(PRODUCTS_OF_OTHERS - 60)}`,
  search: (other) => `/products?q=${rangeName(rangeOf(firstOfOther(other))).toLowerCase()}`,
  price: (other, draw) => {
    const { sku } = product(firstOfOther(other) + draw(PRODUCTS_OF_OTHERS))
    return `/prices?customer=${accountCode(draw(CUSTOMERS_OF_OTHERS))}&sku=${sku}`
  },
}

/** Many workspaces with several keys each, which read, and now and then send what they have. */
const mixed: Workload = {
  name: 'mixed',
  targets: [
    { figure: 'errors', atMost: 0, at: ['10k', '100k', '1m'] },
    { figure: 'growth', atMost: 3, at: ['10k', '100k', '1m'] },
  ],
  run: async (bench, note) => {
    await checkApart(bench)
    const kinds = Object.keys(READS)
    const syncs = bench.filled.others.map((_, other) =>
      [1, 2].map((edition) => JSON.stringify({ products: products(firstOfOther(other), SYNC_ROWS, edition) })),
    )
    const draw = drawing(5)
    const readOf = (kind: string): Request => {
      const other = draw(syncs.length)
      return { bytes: otherRequest(bench, other, draw, unique(READS[kind]!(other, draw))), status: 200, kind }
    }
    const syncOf = (): Request => {
      const other = draw(syncs.length)
      const body = syncs[other]![draw(2)]!
      return { bytes: otherRequest(bench, other, draw, '/products', body), status: 200, kind: 'sync' }
    }
    const any = () => (draw(1_000) < SYNC_SHARE * 1_000 ? syncOf() : readOf(kinds[draw(kinds.length)]!))

    const alone: Record<string, number> = {}
    for (const kind of kinds) {
      await measuredLoad(bench, () => readOf(kind), { seconds: warmUp(bench) / 2 })
      alone[kind] = (await measuredLoad(bench, () => readOf(kind), { seconds: bench.options.seconds / 3 })).load.p99
    }
    await measuredLoad(bench, any, { seconds: warmUp(bench) })
    const { load, figures } = await measuredLoad(bench, any)
    if (load.firstError) note(load.firstError)
    const grown = kinds.map((kind) => load.byKind[kind]!.p99 / alone[kind]!)
    for (const [i, kind] of kinds.entries()) {
      note(`p99 of ${kind}: ${alone[kind]!.toFixed(1)} ms alone, ${load.byKind[kind]!.p99.toFixed(1)} ms mixed`)
      if (Number.isNaN(grown[i])) throw new Error(`No ${kind} was answered.`)
    }
    const { p50, p99, count } = load.byKind['sync'] ?? summary([])
    note(`${count} syncs of ${SYNC_ROWS} rows: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    return { ...figures, growth: Math.max(...grown) }
  },
}

/** The same list with the keys of one workspace, and with those of all. */
const manyWorkspaces: Workload = {
  name: 'many-workspaces',
  targets: [{ figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] }],
  run: async (bench, note) => {
    const draw = drawing(6)
    const listOf = (workspaces: number) => () => {
      const other = draw(workspaces)
      return { bytes: otherRequest(bench, other, draw, unique(READS['list']!(other, draw))), status: 200 }
    }
    const measure = async (workspaces: number) => (await settledLoad(bench, listOf(workspaces))).figures
    const one = await measure(1)
    const all = await measure(bench.filled.others.length)
    note(`${Math.round(one.perSecond!)}/s in one workspace, ${Math.round(all.perSecond!)}/s over all of them`)
    return { ...all, growth: one.perSecond! / all.perSecond! }
  },
}

/** Every workspace's keys read its own products, and nobody else's. */
async function checkApart(bench: Bench): Promise<void> {
  for (const other of [0, 1, bench.filled.others.length - 1]) {
    for (const key of bench.filled.others[other]!.keys) {
      const from = firstOfOther(other)
      const { body } = await read(bench, `/products?q=${product(from).sku}`, key)
      assert.equal(body.data[0].sku, product(from).sku)
      const foreign = product(from + PRODUCTS_OF_OTHERS * (other === 0 ? 1 : -1)).sku
      assert.deepEqual((await read(bench, `/products?q=${foreign}`, key)).body.data, [], 'another workspace’s product')
    }
  }
}

/** A request with one of the keys of another workspace, by number. */
export function otherRequest({ filled }: Bench, other: number, draw: Draw, path: string, body?: string): string {
  const { keys } = filled.others[other]!
  return apiRequest(keys[draw(keys.length)]!, path, { body })
}

export const MANY_WORKSPACES = [manyWorkspaces, mixed]

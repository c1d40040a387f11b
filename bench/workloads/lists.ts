import assert from 'node:assert/strict'
import { accountCode, WITH_AGREED_PRICES } from '../terms.ts'
import { expectPage, expectPageOf, read } from '../expect.ts'
import { readWorkload, unique } from './read.ts'
import type { Draw } from './read.ts'

/** Offsets are drawn from here. */
const ROWS = 5_000
const PAGE = 50

const list = readWorkload({
  name: 'list',
  targets: [{ figure: 'perSecond', atLeast: 3_000 }],
  check: async (bench) => {
    for (const offset of [0, 7, 1_234, ROWS]) {
      const numbers = bench.filled.byName.slice(offset, offset + PAGE)
      await expectPage(bench, `/products?offset=${offset}`, numbers)
    }
  },
  path: (_, draw) => unique(`/products?limit=${PAGE}&offset=${draw(ROWS)}`),
})

const pricedPath = (draw: Draw) =>
  `/products?limit=${PAGE}&customer=${accountCode(draw(WITH_AGREED_PRICES))}&offset=${draw(ROWS)}`

const listPriced = readWorkload({
  name: 'list-priced',
  targets: [{ figure: 'perSecond', atLeast: 2_500 }],
  check: async (bench) => {
    for (const [customer, offset] of [
      [0, 0],
      [11, 3],
      [42, 777],
      [99, 4_321],
    ] as const) {
      await expectPageOf(bench, customer, offset)
    }
  },
  path: (_, draw) => unique(pricedPath(draw)),
})

const CONDITIONAL = `/products?limit=${PAGE}&offset=150`
const notModified = readWorkload({
  name: 'not-modified',
  targets: [{ figure: 'perSecond', atLeast: 12_000 }],
  check: async (bench) => {
    const key = bench.filled.keys[0]!
    const { headers } = await read(bench, CONDITIONAL)
    const tag = headers.get('etag')!
    const same = await bench.server.request(CONDITIONAL, { key, headers: { 'if-none-match': tag } })
    assert.equal(same.status, 304)
    assert.equal(same.text, '', 'the body of a 304')
    const other = await bench.server.request(CONDITIONAL, {
      key,
      headers: { 'if-none-match': `${tag.slice(0, -2)}!"` },
    })
    assert.equal(other.status, 200, 'with another tag')
    const elsewhere = bench.filled.writes.keys[0]!
    const foreign = await bench.server.request(CONDITIONAL, { key: elsewhere, headers: { 'if-none-match': tag } })
    assert.equal(foreign.status, 200, 'with the tag of another workspace')
  },
  headers: async (bench) => ({ 'if-none-match': (await read(bench, CONDITIONAL)).headers.get('etag')! }),
  path: () => CONDITIONAL,
  status: 304,
})

export const LISTS = [list, listPriced, notModified]

import assert from 'node:assert/strict'
import { accountCode, WITH_AGREED_PRICES } from '../terms.ts'
import { product } from '../catalogue.ts'
import { expectPage, expectPageOf, read, write } from '../expect.ts'
import { readWorkload, unique } from './read.ts'
import type { Draw } from './read.ts'
import { pageByName, pageFor } from './statements.ts'

/** Offsets are drawn from here. */
const ROWS = 5_000
const PAGE = 50

const list = readWorkload({
  name: 'list',
  targets: [
    { figure: 'perSecond', atLeast: 3_000 },
    { figure: 'ofSql', atLeast: 0.7 },
  ],
  check: async (bench) => {
    for (const offset of [0, 7, 1_234, ROWS]) {
      const numbers = bench.filled.byName.slice(offset, offset + PAGE)
      await expectPage(bench, `/products?offset=${offset}`, numbers)
    }
  },
  path: (_, draw) => unique(`/products?limit=${PAGE}&offset=${draw(ROWS)}`),
  sql: ({ filled }, draw) => pageByName(filled.workspaceId, draw(ROWS)),
})

const pricedPath = (draw: Draw) =>
  `/products?limit=${PAGE}&customer=${accountCode(draw(WITH_AGREED_PRICES))}&offset=${draw(ROWS)}`

const listPriced = readWorkload({
  name: 'list-priced',
  targets: [
    { figure: 'perSecond', atLeast: 2_500 },
    { figure: 'ofSql', atLeast: 0.6 },
  ],
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
  sql: ({ filled }, draw) => pageFor(filled.workspaceId, accountCode(draw(WITH_AGREED_PRICES)), draw(ROWS)),
})

/** A month from now, which scheduled price changes are looked up for, or a minute ago. */
const atAnotherTime = (name: string, milliseconds: number) => {
  let at: string | undefined
  return readWorkload({
    name,
    targets: [{ figure: 'growth', atMost: 1.5 }],
    // Behind the filling of the workspace: what was before it is not known.
    check: async () => void (at = new Date(Date.now() + milliseconds).toISOString()),
    path: (_, draw) => unique(`${pricedPath(draw)}&at=${at}`),
    plain: (_, draw) => unique(pricedPath(draw)),
  })
}
const listToCome = atAnotherTime('list-to-come', 30 * 86_400_000)
const listOfThePast = atAnotherTime('list-of-the-past', -1_000)

const repeat = readWorkload({
  name: 'repeat',
  targets: [
    { figure: 'perSecond', atLeast: 8_000 },
    { figure: 'ofHttp', atLeast: 0.4 },
  ],
  check: async (bench) => {
    const key = bench.filled.writes.keys[0]!
    const item = product(9_000_000)
    await write(bench, key, [item])
    const path = `/products?limit=${PAGE}`
    const before = await read(bench, path, key)
    assert.equal((await read(bench, path, key)).text, before.text, 'the same page, read again')
    for (const name of ['Aaa renamed once', 'Aaa renamed twice']) {
      await write(bench, key, [{ ...item, name }])
      const after = await read(bench, path, key)
      assert.equal(after.body.data[0].name, name, 'the repeated page after a write')
      assert.notEqual(after.headers.get('etag'), before.headers.get('etag'), 'its tag after a write')
    }
  },
  path: () => `/products?limit=${PAGE}&customer=${accountCode(0)}&offset=100`,
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

export const LISTS = [list, listPriced, listToCome, listOfThePast, repeat, notModified]

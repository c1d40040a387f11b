import { rangeName, rangeOf } from '../catalogue.ts'
import { byName, expectPage, expectPageOf, expectProduct, read } from '../expect.ts'
import { CUSTOMERS } from '../fill.ts'
import { accountCode, AT_LIMITS, sees } from '../terms.ts'
import type { Bench } from '../workload.ts'
import { drawing, readWorkload, unique } from './read.ts'
import type { Draw } from './read.ts'
import { pageFor, productFor } from './statements.ts'

// For the customer that has as many terms as one may have, and on pages in any order.

const CODE = accountCode(AT_LIMITS)
const PAGE = 50

/** Of all pages but the last ones, which may be shorter. */
const anyOffset = ({ filled }: Bench, draw: Draw) => draw(filled.products * 0.9)
const anyProduct = ({ filled }: Bench, draw: Draw) => filled.sample[draw(filled.sample.length)]!
const anyWord = ({ filled }: Bench, draw: Draw) => rangeName(draw(rangeOf(filled.products))).toLowerCase()

const list = readWorkload({
  name: 'limits-list',
  targets: [
    { figure: 'perSecond', atLeast: 1_000 },
    { figure: 'growth', atMost: 1.7 },
  ],
  check: async (bench) => {
    for (const offset of [0, 7, 4_321]) await expectPageOf(bench, AT_LIMITS, offset)
  },
  path: (bench, draw) => unique(`/products?limit=${PAGE}&customer=${CODE}&offset=${anyOffset(bench, draw)}`),
  plain: (bench, draw) => unique(`/products?limit=${PAGE}&offset=${anyOffset(bench, draw)}`),
  sql: (bench, draw) => pageFor(bench.filled.workspaceId, CODE, anyOffset(bench, draw)),
})

const one = readWorkload({
  name: 'limits-product',
  targets: [{ figure: 'perSecond', atLeast: 3_500 }],
  check: async (bench) => {
    const draw = drawing(4)
    for (let i = 0; i < 20; i++) {
      const { id, number } = anyProduct(bench, draw)
      const { body } = await read(bench, `/products/${id}?customer=${CODE}`)
      expectProduct(body.data, number, AT_LIMITS, bench.filled.products)
    }
  },
  path: (bench, draw) => unique(`/products/${anyProduct(bench, draw).id}?customer=${CODE}`),
  plain: (bench, draw) => unique(`/products/${anyProduct(bench, draw).id}`),
  sql: (bench, draw) => productFor(bench.filled.workspaceId, CODE, { id: anyProduct(bench, draw).id }),
})

const sku = readWorkload({
  name: 'limits-sku',
  targets: [{ figure: 'perSecond', atLeast: 1_800 }],
  check: async (bench) => {
    const { sku, number } = anyProduct(bench, drawing(5))
    await expectPage(bench, `/products?q=${sku}&customer=${CODE}`, [number], AT_LIMITS)
  },
  path: (bench, draw) => unique(`/products?q=${anyProduct(bench, draw).sku}&customer=${CODE}`),
  plain: (bench, draw) => unique(`/products?q=${anyProduct(bench, draw).sku}`),
})

const word = readWorkload({
  name: 'limits-word',
  targets: [{ figure: 'growth', atMost: 2 }],
  check: async (bench) => {
    const { products } = bench.filled
    const range = rangeOf(products) - 1
    const seen = byName(
      Array.from({ length: products }, (_, number) => number).filter(
        (number) => rangeOf(number) === range && sees(AT_LIMITS, number, CUSTOMERS),
      ),
    )
    const path = `/products?q=${rangeName(range).toLowerCase()}&customer=${CODE}`
    await expectPage(bench, path, seen.slice(0, PAGE), AT_LIMITS)
  },
  path: (bench, draw) => unique(`/products?q=${anyWord(bench, draw)}&customer=${CODE}`),
  plain: (bench, draw) => unique(`/products?q=${anyWord(bench, draw)}`),
})

export const AT_LIMITS_READS = [list, one, sku, word]

import assert from 'node:assert/strict'
import { product, rangeName, rangeOf, RANGE_SIZE } from '../catalogue.ts'
import { byName, expectPage } from '../expect.ts'
import type { Bench } from '../workload.ts'
import { COMMON_WORDS } from '../words.ts'
import { drawing, readWorkload, unique } from './read.ts'
import type { Draw } from './read.ts'

const PAGE = 50
/** Common words are asked for as they are typed, from here on, and some way into what they find. */
const TYPED = 5
const HITS_SEEN = 500

function anySku({ filled }: Bench, draw: Draw): string {
  return filled.sample[draw(filled.sample.length)]!.sku
}

function anyRange({ filled }: Bench, draw: Draw): string {
  return rangeName(draw(rangeOf(filled.products))).toLowerCase()
}

function anyCommonWord(draw: Draw): string {
  const word = COMMON_WORDS[draw(COMMON_WORDS.length)]!
  return word.slice(0, TYPED + draw(word.length - TYPED + 1))
}

const sku = readWorkload({
  name: 'search-sku',
  targets: [{ figure: 'perSecond', atLeast: 6_000, at: ['10k', '100k', '1m'] }],
  check: async (bench) => {
    const draw = drawing(3)
    for (let i = 0; i < 10; i++) {
      const { sku, number } = bench.filled.sample[draw(bench.filled.sample.length)]!
      await expectPage(bench, `/products?q=${sku.toLowerCase()}`, [number])
    }
  },
  path: (bench, draw) => unique(`/products?q=${anySku(bench, draw)}`),
})

const rare = readWorkload({
  name: 'search-rare',
  targets: [
    { figure: 'perSecond', atLeast: 3_500 },
    { figure: 'p99', atMost: 60, at: ['1m'] },
  ],
  check: async (bench) => {
    const range = rangeOf(bench.filled.products) - 1
    const expected = byName(Array.from({ length: RANGE_SIZE }, (_, i) => range * RANGE_SIZE + i))
    for (let offset = 0; offset <= RANGE_SIZE; offset += PAGE) {
      const path = `/products?q=${rangeName(range).toLowerCase()}&offset=${offset}`
      const page = await expectPage(bench, path, expected.slice(offset, offset + PAGE))
      assert.equal(page.body.nextOffset, offset < RANGE_SIZE ? offset + PAGE : null, path)
    }
  },
  path: (bench, draw) => unique(`/products?q=${anyRange(bench, draw)}`),
})

const common = readWorkload({
  name: 'search-common',
  targets: [
    { figure: 'p99', atMost: 60 },
    { figure: 'p99', atMost: 250, at: ['1m'] },
  ],
  check: async (bench) => {
    const word = COMMON_WORDS[0]!
    const [named, described]: [number[], number[]] = [[], []]
    for (let number = 0; number < bench.filled.products; number++) {
      const { name, description } = product(number)
      if (name.includes(word)) named.push(number)
      else if (description!.includes(word)) described.push(number)
    }
    const expected = [...byName(named), ...byName(described)]
    for (const offset of [0, PAGE, HITS_SEEN, expected.length - 7]) {
      const path = `/products?q=${word.slice(0, TYPED)}&offset=${offset}`
      await expectPage(bench, path, expected.slice(offset, offset + PAGE))
    }
  },
  path: (_, draw) => unique(`/products?q=${anyCommonWord(draw)}&offset=${draw(HITS_SEEN)}`),
})

export const SEARCHES = [sku, rare, common]

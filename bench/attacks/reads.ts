/** Attacks by reading. */
import { apiRequest, load } from '../load.ts'
import { pacedLoad } from '../paced-load.ts'
import { COMMON_WORDS } from '../words.ts'
import { described } from './attack.ts'
import type { Attack } from './attack.ts'
import { manyBrands } from './attacker.ts'

/** Previews of a large draft, each by another URL. */
const previews: Attack = {
  name: 'previews',
  run: async ({ server, filled }, signal) => {
    let x = 0
    const next = () => apiRequest(filled.keys[0]!, `/price-changes/${filled.draft.id}?x=${++x}`)
    return described(await pacedLoad(server.port, next, { signal }))
  },
}

/** Searches that find very many products, and show a page far down. */
const searches: Attack = {
  name: 'searches',
  run: async ({ server, filled }, signal) => {
    let number = 0
    const next = () => {
      const word = COMMON_WORDS[++number % COMMON_WORDS.length]!
      const offset = Math.floor(filled.products * 0.25) + number
      return apiRequest(filled.keys[0]!, `/products?q=${word.slice(0, 4 + (number % 3))}&offset=${offset}`)
    }
    return described(await pacedLoad(server.port, next, { signal }))
  },
}

/** Whole lists of brands that are asked for and never taken. */
const unread: Attack = {
  name: 'unread',
  prepare: manyBrands,
  run: async (bench, signal) => {
    const { key } = await manyBrands(bench)
    let x = 0
    await pacedLoad(bench.server.port, () => apiRequest(key, `/brands?x=${++x}`), { signal, read: false })
    return `asked ${x} times for a list, and took none`
  },
}

/** As many searches as many keys may make: each is another one, and many are other statements. */
const SEARCHES = 1_950
const CONNECTIONS = 8

const statements: Attack = {
  name: 'statements',
  run: async (bench, signal) => {
    const { server, database, options } = bench
    const before = database.largestProcess()
    const count = options.quick ? SEARCHES / 10 : SEARCHES
    let number = 0
    const next = () => {
      if (signal.aborted || number >= count) return undefined
      return { bytes: apiRequest(bench.filled.keys[0]!, differentSearch(++number)), status: 200 }
    }
    await load(server.port, next, { connections: CONNECTIONS })
    return `${number} searches; the largest process of Postgres went from ${before} to ${database.largestProcess()} MB`
  },
}

/** Of another number of words, with other filters and another customer or none. */
function differentSearch(number: number): string {
  const words = Array.from({ length: 1 + (number % 13) }, (_, i) => COMMON_WORDS[(number + i) % COMMON_WORDS.length])
  const nobodys = '00000000-0000-7000-8000-000000000000'
  const filters = [`brand=${nobodys}`, `category=${nobodys}`, 'availability=in_stock', 'active=true', 'customer=C0001']
  const chosen = filters.filter((_, i) => (Math.floor(number / 13) >> i) % 2 === 1)
  return `/products?${[`q=${words.join('+')}`, ...chosen, `offset=${number % 7}`, `x=${number}`].join('&')}`
}

export const READ_ATTACKS: Attack[] = [previews, searches, unread, statements]

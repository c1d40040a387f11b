/** Calls of many wholesalers: which workspace, which call, how often. */
import { product, products, rangeName, rangeOf } from '../catalogue.ts'
import { apiRequest } from '../load.ts'
import type { Request } from '../load.ts'
import { accountCode } from '../terms.ts'
import { drawing, unique } from '../workloads/read.ts'
import type { Draw } from '../workloads/read.ts'

export const CUSTOMERS = 20
const ROWS_OF_BULK = 100
const EDITIONS = 40

type Call = { share: number; path: (draw: Draw, size: number) => string; rows?: number }

/** Of 1,000 calls, how many are of each kind. */
export const CALLS: Record<string, Call> = {
  price: { share: 300, path: (draw, size) => `/prices?customer=${someCustomer(draw)}&sku=${someSku(draw, size)}` },
  'list, priced': {
    share: 200,
    path: (draw, size) => `/products?limit=50&customer=${someCustomer(draw)}&offset=${draw(Math.max(1, size - 400))}`,
  },
  list: { share: 150, path: (draw, size) => `/products?limit=50&offset=${draw(Math.max(1, size - 50))}` },
  'search by SKU': { share: 150, path: (draw, size) => `/products?q=${someSku(draw, size)}` },
  'search for a word': {
    share: 100,
    path: (draw, size) => `/products?q=${rangeName(rangeOf(draw(size))).toLowerCase()}`,
  },
  'write of one product': { share: 80, path: () => '/products', rows: 1 },
  'bulk write of 100': { share: 20, path: () => '/products', rows: ROWS_OF_BULK },
}

const IN_ALL = Object.values(CALLS).reduce((sum, { share }) => sum + share, 0)

/**
 * Workspaces are asked as often as Zipf's law has it: the one of rank 20 half as often as that of rank 10. A tenth of
 * 1,000 workspaces gets two thirds of the calls.
 */
export function rankOf(draw: Draw, workspaces: number): number {
  return Math.floor((workspaces + 1) ** (draw(1e9) / 1e9)) - 1
}

/** Makes calls of one kind, or of all in their shares, each of the workspace of one of the keys. */
export function callsOf(keys: readonly string[], size: number, kind?: string): () => Request {
  const draw = drawing(21)
  // What comes first in the list is no more often asked for.
  const shuffled = keys.map((key) => ({ key, place: draw(1e9) })).toSorted((a, b) => a.place - b.place)
  const bodies = new Map<number, string>()
  const bodyOf = (rows: number) => {
    const from = draw(Math.max(1, Math.floor(size / rows))) * rows
    const edition = 1 + draw(EDITIONS)
    return bodies.getOrInsertComputed(from * 1e6 + rows * 100 + edition, () =>
      JSON.stringify({ products: products(from, Math.min(rows, size), edition) }),
    )
  }
  return () => {
    const name = kind ?? anyKind(draw)
    const { path, rows } = CALLS[name]!
    const { key } = shuffled[rankOf(draw, keys.length)]!
    const bytes = rows
      ? apiRequest(key, path(draw, size), { body: bodyOf(rows) })
      : apiRequest(key, unique(path(draw, size)))
    return { bytes, status: 200, kind: name }
  }
}

function anyKind(draw: Draw): string {
  let left = draw(IN_ALL)
  return Object.entries(CALLS).find(([, { share }]) => (left -= share) < 0)![0]
}

function someCustomer(draw: Draw): string {
  return accountCode(draw(CUSTOMERS))
}

function someSku(draw: Draw, size: number): string {
  return product(draw(size)).sku
}

import { givenWorkspace } from '../../tests/cli/given-workspace.ts'
import { environment } from '../../tests/cli/run-cli.ts'
import { product } from '../catalogue.ts'
import { apiRequest, load } from '../load.ts'
import type { Bench } from '../workload.ts'

const FROM = 40_000_000
const BATCH = 100
const CLIENTS = 4
/** All of a workspace that may have 20,000. */
const BRANDS = 20_000

export type Attacker = { workspaceId: string; key: string }

const made = new WeakMap<Bench, Map<string, Promise<Attacker>>>()

/** A workspace of as many products as the main one, all of one brand. */
export function oneBrand(bench: Bench): Promise<Attacker> {
  const products = bench.options.quick ? 1_000 : bench.filled.products
  return once(bench, 'one brand', () => workspaceOf(bench, products, () => BRAND))
}
export const BRAND = 'Brand of all'

/** A workspace of as many brands as there may be, with a product each. */
export function manyBrands(bench: Bench): Promise<Attacker> {
  const brands = bench.options.quick ? BRANDS / 20 : BRANDS
  return once(bench, 'many brands', () => workspaceOf(bench, brands, (i) => `Brand number ${i} of many`))
}

/** A workspace with nothing in it. */
export function emptyWorkspace(bench: Bench): Promise<Attacker> {
  return once(bench, 'empty', () => workspaceOf(bench, 0, () => BRAND))
}

function once(bench: Bench, name: string, make: () => Promise<Attacker>): Promise<Attacker> {
  return made.getOrInsertComputed(bench, () => new Map()).getOrInsertComputed(name, make)
}

/** Filled through the API, as the embedded database has nobody else who could. */
async function workspaceOf(bench: Bench, products: number, brand: (i: number) => string): Promise<Attacker> {
  const { workspace: workspaceId, key } = await givenWorkspace(environment(bench.database.config))
  let from = 0
  const next = () => {
    if (from >= products) return undefined
    const rows = Array.from({ length: BATCH }, (_, i) => ({ ...product(FROM + from + i), brand: brand(from + i) }))
    from += BATCH
    const body = JSON.stringify({ products: rows })
    return { bytes: apiRequest(key, '/products', { body }), status: 200 }
  }
  const { firstError } = await load(bench.server.port, next, { connections: CLIENTS })
  if (firstError) throw new Error(firstError)
  return { workspaceId, key }
}

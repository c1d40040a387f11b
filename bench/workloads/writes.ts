import assert from 'node:assert/strict'
import { product, products } from '../catalogue.ts'
import { read, write } from '../expect.ts'
import { apiRequest, load } from '../load.ts'
import type { Request } from '../load.ts'
import { measuredLoad } from '../measure.ts'
import type { Bench, Target, Workload } from '../workload.ts'

const BATCH = 100
const CLIENTS = 4
const MOST_ROWS = 40_000

type WriteSpec = {
  name: string
  targets: Target[]
  /** Numbers of the products, which no other workload writes. */
  from: number
  /** The edition that is there before the rows are timed; none where they are new. */
  before: number | null
  edition: number
}

const SPECS: WriteSpec[] = [
  {
    name: 'put-new',
    targets: [{ figure: 'perSecond', atLeast: 15_000 }],
    from: 10_000_000,
    before: null,
    edition: 0,
  },
  {
    name: 'put-changed',
    targets: [{ figure: 'perSecond', atLeast: 12_000 }],
    from: 11_000_000,
    before: 0,
    edition: 1,
  },
  {
    name: 'put-same',
    targets: [{ figure: 'perSecond', atLeast: 30_000 }],
    from: 12_000_000,
    before: 1,
    edition: 1,
  },
]

export const WRITES: Workload[] = SPECS.map((spec) => ({
  name: spec.name,
  targets: spec.targets,
  run: async (bench) => {
    const rows = bench.options.quick ? 1_000 : Math.min(MOST_ROWS, bench.filled.products)
    await checkOneCall(bench, spec)
    if (spec.before !== null) await send(bench, requests(bench, spec.from, rows, spec.before))
    await send(bench, requests(bench, spec.from + rows, CLIENTS * BATCH * 2, spec.edition))
    const stored = spec.before === spec.edition ? await tagOf(bench) : null
    const { load, figures } = await measuredLoad(bench, requests(bench, spec.from, rows, spec.edition), {
      connections: CLIENTS,
      seconds: Infinity,
      rows: BATCH,
    })
    if (load.firstError) throw new Error(load.firstError)
    if (stored !== null) assert.equal(await tagOf(bench), stored, 'the tag, after nothing was changed')
    await checkStored(bench, spec, rows)
    return figures
  },
}))

function requests({ filled }: Bench, from: number, rows: number, edition: number): () => Request | undefined {
  const key = filled.writes.keys[0]!
  const calls: Request[] = []
  for (let first = from; first < from + rows; first += BATCH) {
    const body = JSON.stringify({ products: products(first, BATCH, edition) })
    calls.push({ bytes: Buffer.from(apiRequest(key, '/products', { body })), status: 200 })
  }
  return () => calls.pop()
}

async function send(bench: Bench, next: () => Request | undefined): Promise<void> {
  const { firstError } = await load(bench.server.port, next, { connections: CLIENTS })
  if (firstError) throw new Error(firstError)
}

/** One call before any is timed: what it says it did, and what is read at once. */
async function checkOneCall(bench: Bench, { from, before, edition }: WriteSpec): Promise<void> {
  const key = bench.filled.writes.keys[0]!
  const number = from + 900_000
  if (before !== null) await write(bench, key, [product(number, before)])
  const { created, updated, priceChangeId } = await write(bench, key, [product(number, edition)])
  assert.deepEqual([created, updated, priceChangeId], before === null ? [1, 0, null] : [0, 1, null])
  await expectStored(bench, number, edition)
}

async function checkStored(bench: Bench, { from, edition }: WriteSpec, rows: number): Promise<void> {
  for (const place of [0, rows - 1]) await expectStored(bench, from + place, edition)
}

async function expectStored(bench: Bench, number: number, edition: number): Promise<void> {
  const { sku, name, description, details, listPrice } = product(number, edition)
  const { body } = await read(bench, `/products?q=${sku}`, bench.filled.writes.keys[0])
  const [{ price, ...shown }] = body.data
  assert.deepEqual(
    { sku, name, description, details, listPrice },
    { sku: shown.sku, name: shown.name, description: shown.description, details: shown.details, listPrice: price.list },
  )
}

/** Changes with any write. */
async function tagOf(bench: Bench): Promise<string> {
  return (await read(bench, '/products?limit=1', bench.filled.writes.keys[0])).headers.get('etag')!
}

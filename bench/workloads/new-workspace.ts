import assert from 'node:assert/strict'
import { givenWorkspace } from '../../tests/cli/given-workspace.ts'
import { environment } from '../../tests/cli/run-cli.ts'
import { product, products } from '../catalogue.ts'
import { read, write } from '../expect.ts'
import { readRequest } from '../load.ts'
import { settledLoad } from '../measure.ts'
import type { Bench, Figures, Workload } from '../workload.ts'
import { drawing, unique } from './read.ts'

const FROM = 30_000_000
const ROWS = 2_000
const BATCH = 100

/** A list of a workspace that has only just been filled, which the statistics of the database know nothing of yet. */
export const newWorkspace: Workload = {
  name: 'new-workspace',
  targets: [{ figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] }],
  run: async (bench, note) => {
    const key = await filledWorkspace(bench)
    const { sku } = product(FROM)
    const started = performance.now()
    const { body } = await read(bench, `/products?q=${sku}`, key)
    note(`the first search for a SKU took ${(performance.now() - started).toFixed(0)} ms`)
    assert.deepEqual(
      body.data.map((found: { sku: string }) => found.sku),
      [sku],
    )
    const settled = await listOf(bench, bench.filled.keys[0]!)
    const fresh = await listOf(bench, key)
    note(`${Math.round(settled.perSecond!)}/s in the workspace that was there before`)
    return { ...fresh, growth: settled.perSecond! / fresh.perSecond! }
  },
}

async function filledWorkspace(bench: Bench): Promise<string> {
  const { key } = await givenWorkspace(environment(bench.database.config))
  for (let from = FROM; from < FROM + ROWS; from += BATCH) await write(bench, key, products(from, BATCH))
  return key
}

async function listOf(bench: Bench, key: string): Promise<Figures> {
  const draw = drawing(8)
  const next = () => readRequest(key, unique(`/products?limit=50&offset=${draw(ROWS - 50)}`))
  return (await settledLoad(bench, next)).figures
}

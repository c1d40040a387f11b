import assert from 'node:assert/strict'
import { openStore } from '../../server/src/database/open.ts'
import { stockMuch } from '../../tests/cost/large-stock.ts'
import { readRequest } from '../load.ts'
import { settledLoad } from '../measure.ts'
import { benchDatabase, benchServer } from '../server-under-load.ts'
import type { Figures, Workload } from '../workload.ts'
import { drawing, unique } from './read.ts'

const PRODUCTS = 100_000
const PAGE = 50

/**
 * Pages in any order of a workspace that has as much of everything as it may have, for its largest customer. `growth`
 * is how many times as much a page costs as one at list prices.
 */
export const fullWorkspace: Workload = {
  name: 'full-workspace',
  onItsOwn: true,
  targets: [{ figure: 'growth', atMost: 1.7, at: ['10k', '100k', '1m'] }],
  run: async ({ options }) => {
    await using cleanup = new AsyncDisposableStack()
    const database = await benchDatabase(options.engine)
    cleanup.defer(() => database.remove())
    const store = await openStore(database.config)
    const { large, customerId } = await stockMuch(store).finally(() => store.close())
    const server = await benchServer(database)
    cleanup.defer(async () => void (await server.stop()))
    const draw = drawing(9)
    const pathOf = (customer: string) =>
      unique(`/products?limit=${PAGE}&offset=${draw(PRODUCTS - PAGE)}&customer=${customer}`)
    const { body } = await server.request(pathOf(customerId), large)
    assert.equal(body.data.length, PAGE)
    assert.ok(body.data.some(({ price }: { price: { source: string } }) => price.source !== 'list'))

    const pages = async (path: () => string): Promise<Figures> =>
      (await settledLoad({ server, database, options }, () => readRequest(large.key, path()))).figures
    const plain = await pages(() => unique(`/products?limit=${PAGE}&offset=${draw(PRODUCTS - PAGE)}`))
    const priced = await pages(() => pathOf(customerId))
    return { ...priced, growth: plain.perSecond! / priced.perSecond! }
  },
}

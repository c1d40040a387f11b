import { givenWorkspace } from '../../tests/given/workspace.ts'
import { environment } from '../../tests/given/run-cli.ts'
import { product, products } from '../catalogue.ts'
import { median } from '../measure.ts'
import { sendFile, sendInCalls } from '../send-rows.ts'
import type { Workload } from '../workload.ts'

const ROWS = { quick: 500, full: 10_000 }

/**
 * A file of new products by the public API, from the upload to the last row, beside as many in bulk calls. Each is the
 * median of three, in workspaces of their own.
 */
export const importFile: Workload = {
  name: 'import-file',
  targets: [{ figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] }],
  run: async (bench, note) => {
    const rows = ROWS[bench.options.quick ? 'quick' : 'full']
    const timed = (work: (key: string) => Promise<void>) =>
      median(bench, async () => {
        const { key } = await givenWorkspace(environment(bench.database.config))
        const started = performance.now()
        await work(key)
        return (performance.now() - started) / 1000
      })
    const inCalls = await timed((key) =>
      sendInCalls(bench.server, { key, path: '/products', rows }, (from, count) => ({
        products: products(from, count),
      })),
    )
    const file = fileOf(rows)
    const seconds = await timed((key) => sendFile(bench.server, { key, kind: 'products', rows }, file))
    note(`${Math.round(rows / inCalls)}/s in bulk calls of several clients`)
    return { perSecond: rows / seconds, seconds, growth: seconds / inCalls }
  },
}

function fileOf(rows: number): Buffer {
  const header = ['SKU', 'Name', 'List price', 'Unit', 'Brand', 'Category', 'Description', 'Colour']
  const lines = Array.from({ length: rows }, (_, i) => {
    const { sku, name, listPrice, unitLabel, brand, category, description, details } = product(i)
    const colour = Object.values(details ?? {})[0]
    return [sku, name, (listPrice / 100).toFixed(2), unitLabel, brand, category, description, colour]
  })
  return Buffer.from([header, ...lines].map(csvLine).join('\r\n'))
}

function csvLine(cells: readonly (string | undefined)[]): string {
  return cells.map((cell = '') => `"${cell.replaceAll('"', '""')}"`).join(',')
}

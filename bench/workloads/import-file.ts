import { setTimeout } from 'node:timers/promises'
import { givenWorkspace } from '../../tests/cli/given-workspace.ts'
import { environment } from '../../tests/cli/run-cli.ts'
import { products } from '../catalogue.ts'
import { makeFile } from '../import-files.ts'
import { median } from '../measure.ts'
import { sendFile, sendInCalls } from '../send-rows.ts'
import type { Workload } from '../workload.ts'

const ROWS = { quick: 500, full: 10_000 }
/** Before each measurement, in milliseconds: an import rests while others have read within the last second. */
const QUIET_MS = 1_500

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
        await setTimeout(QUIET_MS)
        const started = performance.now()
        await work(key)
        return (performance.now() - started) / 1000
      })
    const inCalls = await timed((key) =>
      sendInCalls(bench.server, { key, path: '/products', rows }, (from, count) => ({
        products: products(from, count),
      })),
    )
    const file = await makeFile('products', rows, 'csv')
    const seconds = await timed((key) => sendFile(bench.server, { key, kind: 'products', rows }, file))
    note(`${Math.round(rows / inCalls)}/s in bulk calls of several clients`)
    return { perSecond: rows / seconds, seconds, growth: seconds / inCalls }
  },
}

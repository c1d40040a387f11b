/** What thousands of small workspaces cost beside their calls: start, metrics, backup, a migration. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { upsertCustomers } from '../../server/src/customers/upsert-customers.ts'
import { products } from '../catalogue.ts'
import type { fillWorkspace } from '../fill.ts'
import { customer } from '../terms.ts'
import { writeBackup } from '../../server/src/backup/write-backup.ts'
import { openStore } from '../../server/src/database/open.ts'
import { load } from '../load.ts'
import { measuredLoad } from '../measure.ts'
import { residentMemory } from '../process-usage.ts'
import { benchServer } from '../server-under-load.ts'
import { callsOf } from './calls.ts'
import { ask } from './filled-server.ts'
import type { FilledServer } from './filled-server.ts'
import { fillServer } from './full-workspaces.ts'

const PRODUCTS = 10

export async function measureSmall(
  server: FilledServer,
  workspaces: number,
  { seconds, connections }: { seconds: number; connections: number },
) {
  const fillS = await timed(() => fillServer(server, { workspaces, products: PRODUCTS }, fillSmall))
  const bytes = await ask<number>(server.url, 'select pg_database_size(current_database())::float8')
  let service = await benchServer(server)
  await service.stop()
  const startS = await timed(async () => void (service = await benchServer(server, [], { METRICS_PORT: '0' })))
  const next = callsOf(fillS.result, PRODUCTS)
  await load(service.port, next, { connections, seconds: seconds / 2 })
  const { load: done, figures } = await measuredLoad(
    { server: service, database: server, options: { seconds, connections } as never },
    next,
  )
  const [, url] = /Metrics are at (\S+)\n/.exec(service.printed())!
  const metrics = await timed(async () => (await (await fetch(url!)).text()).length)
  const memory = residentMemory(service.pid)
  await service.stop()
  const backup = await timed(() => backUp(server))
  const migration = await timed(() =>
    ask(
      server.url,
      `alter table product add column tried text default 'x'; create index tried on product (workspace_id, tried)`,
    ),
  )
  const result = {
    workspaces,
    products: PRODUCTS,
    bytes,
    fillS: fillS.s,
    startS: startS.s,
    mixed: { ...figures, firstError: done.firstError },
    memory,
    metricsMs: metrics.s * 1000,
    metricsBytes: metrics.result,
    backupS: backup.s,
    backupBytes: backup.result,
    indexS: migration.s,
  }
  console.log(JSON.stringify(result))
  return result
}

/** Products and customers, with the few brands that they name. */
const fillSmall: typeof fillWorkspace = async (context, { from, products: count, customers }) => {
  await upsertCustomers(context, { customers: Array.from({ length: customers }, (_, i) => customer(i)) })
  await upsertProducts(context, { products: products(from, count) })
}

async function backUp({ config }: FilledServer): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'trade-catalogue-bench-'))
  const store = await openStore(config)
  try {
    const file = join(folder, 'backup')
    const context = { db: store.db, clock: () => new Date() }
    await writeBackup(context, { file, engine: 'postgres', onTable: () => {}, signal: new AbortController().signal })
    return statSync(file).size
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ s: number; result: T }> {
  const started = performance.now()
  const result = await work()
  return { s: (performance.now() - started) / 1000, result }
}

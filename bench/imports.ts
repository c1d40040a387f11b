/**
 * Times the import of a file from the browser: read, checked, imported, checked again when nothing is new, and undone.
 * For products and customers also by the public API: as many rows in bulk calls, and a file, which is judged by what
 * others' reads take meanwhile. As they read all the time, it rests; `import-file` judges its rate without. `node
 * bench/imports.ts [rows] [embedded|postgres] [csv|xlsx] [products|customers|discounts|agreed_prices|minimum_quantities]`.
 */
import { setTimeout } from 'node:timers/promises'
import { openStore } from '../server/src/database/open.ts'
import { openBare } from './bare-database.ts'
import { products } from './catalogue.ts'
import { CUSTOMERS_OF_OTHERS, fill } from './fill.ts'
import type { FilledWorkspace } from './fill.ts'
import { groundFor, makeFile } from './import-files.ts'
import type { FileKind } from './import-files.ts'
import { httpRequest } from './load.ts'
import { rowsToMake } from './options.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import { sendFile, sendInCalls } from './send-rows.ts'
import { signIn } from './sign-in.ts'
import { customer } from './terms.ts'
import { watchService } from './watch-service.ts'
import { bareUpserts } from './workloads/bare-upserts.ts'
import { READS } from './workloads/many-workspaces.ts'
import { drawing, unique } from './workloads/read.ts'

const rows = rowsToMake(100_000)
const engine = process.argv[3] === 'embedded' ? 'embedded' : 'postgres'
const format = process.argv[4] === 'xlsx' ? 'xlsx' : 'csv'
const kind = (process.argv[5] ?? 'products') as FileKind
const POLL_MS = 100
const ALONE_MS = 5_000
/** Of the public API, which the import is compared with. */
const CLIENTS = 4
const ROWS_OF_CALL = 100

/** What the public API takes, as the bodies of its calls. Some customers are there already. */
const BY_API: Partial<Record<FileKind, (from: number, count: number) => object>> = {
  products: (from, count) => ({ products: products(from, count) }),
  customers: (from, count) => ({
    customers: Array.from({ length: count }, (_, i) => customer(CUSTOMERS_OF_OTHERS + from + i)),
  }),
}

const database = await benchDatabase(engine)
try {
  const store = await openStore(database.config)
  const { writes, others } = await fill(store, { products: 1_000, others: 3 })
  const { slug, token } = await signIn(store, writes.workspaceId)
  await store.close()
  const server = await benchServer(database, [], { METRICS_PORT: '0' })
  const base = `http://127.0.0.1:${server.port}`
  const call = async (method: string, path: string, body?: Buffer) => {
    const headers = { cookie: `session=${token}`, 'sec-fetch-site': 'same-origin' }
    const response = await fetch(`${base}/app-api/console/${slug}${path}`, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
    })
    const answer = (await response.json()) as { data: any; error?: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer.error)}`)
    return answer.data
  }
  const act = async (id: string, verb: string) => {
    await call('POST', `/imports/${id}/${verb}`)
    for (;;) {
      const found = await call('GET', `/imports/${id}`)
      if (!['checking', 'importing', 'undoing'].includes(found.status)) return found
      await setTimeout(POLL_MS)
    }
  }
  /** Prints what it took, and what became of the reads of another workspace meanwhile. */
  const watched = async <T>(name: string, work: () => Promise<T>) => {
    const { result, seconds, memory, stall, p99 } = await watchService(server, readsOf(others[0]!), work)
    console.log(
      `${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  ${memory} MB  ` +
        `event loop ${stall.toFixed(0)} ms  reads of others p99 ${p99.toFixed(1)} ms`,
    )
    return { result, seconds, p99 }
  }
  const timed = async <T>(name: string, work: () => Promise<T>) => (await watched(name, work)).result

  for (const [under, count] of groundFor(kind, rows)) {
    const { id } = await call('POST', `/imports?name=ground.csv&kind=${under}`, await makeFile(under, count, 'csv'))
    await act(id, 'check')
    await act(id, 'start')
  }
  const file = await makeFile(kind, rows, format)
  console.log(
    `${rows.toLocaleString('en')} rows of ${kind}, ${format} of ${(file.length / 1_048_576).toFixed(1)} MB, ${engine}`,
  )
  const alone = await watched('alone', () => setTimeout(ALONE_MS))
  const { id } = await timed('read', () => call('POST', `/imports?name=bench.${format}&kind=${kind}`, file))
  await timed('checked', () => act(id, 'check'))
  const { status, counts } = await timed('imported', () => act(id, 'start'))
  console.log(status, counts)
  const again = await call('POST', `/imports?name=again.${format}&kind=${kind}`, file)
  const { check } = await timed('checked again', () => act(again.id, 'check'))
  console.log(`${check.unchanged} unchanged`)
  const { undone } = await timed('undone', () => act(id, 'undo'))
  console.log(undone)
  const rowsOf = BY_API[kind]
  if (rowsOf) {
    const calls = await watched('bulk calls', () =>
      sendInCalls(server, { key: others[1]!.keys[0]!, path: `/${kind}`, rows }, rowsOf),
    )
    const sent = await watched('file by API', () => sendFile(server, { key: others[2]!.keys[0]!, kind, rows }, file))
    const growth = sent.p99 / alone.p99
    console.log(`${growth.toFixed(2)} times others' p99 alone, at most 2${growth > 2 ? ': MISSED' : ''}`)
    console.log(`${(calls.seconds / sent.seconds).toFixed(2)} of the rate of bulk calls, both while others read`)
    if (kind === 'products') {
      const bare = await bareSeconds(others[2]!)
      console.log(`${(bare / sent.seconds).toFixed(2)} of the rate of the leanest SQL, alone`)
    }
  }
  await server.stop()
} finally {
  database.remove()
}

/** Reads of all kinds, none of them twice. */
function readsOf({ keys }: FilledWorkspace): () => string {
  const draw = drawing(31)
  const kinds = Object.values(READS)
  const headers = { authorization: `Bearer ${keys[0]}` }
  let number = 0
  return () => httpRequest(`/api/v1${unique(kinds[number++ % kinds.length]!(0, draw))}`, { headers })
}

/** How long the leanest SQL takes for as many new rows. */
async function bareSeconds({ workspaceId }: { workspaceId: string }): Promise<number> {
  const bare = await openBare(database.config, CLIENTS)
  try {
    const { created, run } = await bareUpserts({ bare, filled: { workspaceId } }, rows)
    return (await run(created, CLIENTS)) * (rows / (created.length * ROWS_OF_CALL))
  } finally {
    await bare.close()
  }
}

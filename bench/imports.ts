/**
 * Times the import of a file from the browser: read, checked, imported, and checked again when nothing is new.
 * `node bench/imports.ts [rows] [embedded|postgres] [csv|xlsx]`.
 */
import { setTimeout } from 'node:timers/promises'
import { openStore } from '../server/src/database/open.ts'
import { xlsx } from '../server/src/documents/xlsx.ts'
import { product } from './catalogue.ts'
import { fill } from './fill.ts'
import { residentMemory } from './process-usage.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import { signIn } from './sign-in.ts'

const rows = Number(process.argv[2] ?? 100_000)
const engine = process.argv[3] === 'embedded' ? 'embedded' : 'postgres'
const format = process.argv[4] === 'xlsx' ? 'xlsx' : 'csv'
const HEADER = ['SKU', 'Name', 'List price', 'Unit', 'Brand', 'Category', 'Description', 'Colour']
const POLL_MS = 100

const database = await benchDatabase(engine)
try {
  const store = await openStore(database.config)
  const { writes } = await fill(store, { products: 1_000, others: 1 })
  const { slug, token } = await signIn(store, writes.workspaceId)
  await store.close()
  const server = await benchServer(database)
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
  /** Prints how long it took, the largest memory of the process meanwhile, and how long a request waited that asks for nothing. */
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const watching = new AbortController()
    const watched = watch(`${base}/livez`, server.pid, watching.signal)
    const result = await work()
    watching.abort()
    const { memory, waited } = await watched
    const seconds = (performance.now() - began) / 1000
    console.log(
      `${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  ${memory} MB  longest wait ${waited.toFixed(0)} ms`,
    )
    return result
  }

  const file = await makeFile()
  console.log(`${rows.toLocaleString('en')} rows, ${format} of ${(file.length / 1_048_576).toFixed(1)} MB, ${engine}`)
  const { id } = await timed('read', () => call('POST', `/imports?name=bench.${format}`, file))
  await timed('checked', () => act(id, 'check'))
  const { status, counts } = await timed('imported', () => act(id, 'start'))
  console.log(status, counts)
  const again = await call('POST', `/imports?name=again.${format}`, file)
  const { check } = await timed('checked again', () => act(again.id, 'check'))
  console.log(`${check.unchanged} unchanged`)
  const { undone } = await timed('undone', () => act(id, 'undo'))
  console.log(undone)
  await server.stop()
} finally {
  database.remove()
}

async function watch(address: string, pid: number, signal: AbortSignal) {
  let [memory, waited] = [0, 0]
  while (!signal.aborted) {
    const asked = performance.now()
    await (await fetch(address)).arrayBuffer()
    waited = Math.max(waited, performance.now() - asked)
    memory = Math.max(memory, residentMemory(pid) ?? 0)
    await setTimeout(10)
  }
  return { memory, waited }
}

async function makeFile(): Promise<Buffer> {
  if (format === 'csv') {
    return Buffer.from([HEADER, ...cells()].map(csvLine).join('\r\n'))
  }
  const parts = async function* () {
    yield [HEADER]
    for (const row of cells()) yield [row]
  }
  const chunks = await Array.fromAsync(xlsx({ sheet: 'Products', widths: HEADER.map(() => 20), decimals: 2 }, parts()))
  return Buffer.concat(chunks)
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}

function* cells(): Generator<string[]> {
  for (let i = 0; i < rows; i++) {
    const { sku, name, listPrice, unitLabel, brand, category, description, details } = product(i)
    const colour = Object.values(details ?? {})[0]
    yield [sku, name, (listPrice / 100).toFixed(2), unitLabel, brand, category, description, colour].map(
      (cell) => cell ?? '',
    )
  }
}

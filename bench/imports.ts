/**
 * Times the import of a file from the browser: read, checked, imported, and checked again when nothing is new.
 * `node bench/imports.ts [rows] [embedded|postgres] [csv|xlsx] [products|customers|agreed_prices|minimum_quantities]`.
 */
import { setTimeout } from 'node:timers/promises'
import { openStore } from '../server/src/database/open.ts'
import { fill } from './fill.ts'
import { groundFor, makeFile } from './import-files.ts'
import type { FileKind } from './import-files.ts'
import { residentMemory } from './process-usage.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import { signIn } from './sign-in.ts'

const rows = Number(process.argv[2] ?? 100_000)
const engine = process.argv[3] === 'embedded' ? 'embedded' : 'postgres'
const format = process.argv[4] === 'xlsx' ? 'xlsx' : 'csv'
const kind = (process.argv[5] ?? 'products') as FileKind
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

  for (const [under, count] of groundFor(kind, rows)) {
    const { id } = await call('POST', `/imports?name=ground.csv&kind=${under}`, await makeFile(under, count, 'csv'))
    await act(id, 'check')
    await act(id, 'start')
  }
  const file = await makeFile(kind, rows, format)
  console.log(
    `${rows.toLocaleString('en')} rows of ${kind}, ${format} of ${(file.length / 1_048_576).toFixed(1)} MB, ${engine}`,
  )
  const { id } = await timed('read', () => call('POST', `/imports?name=bench.${format}&kind=${kind}`, file))
  await timed('checked', () => act(id, 'check'))
  const { status, counts } = await timed('imported', () => act(id, 'start'))
  console.log(status, counts)
  const again = await call('POST', `/imports?name=again.${format}&kind=${kind}`, file)
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

/**
 * Times the download of a buyer's price list in each format, and what it adds to the memory of the service. Fails where
 * the PDF takes more processor time than its limit.
 * `node bench/price-list.ts [products] [embedded|postgres]`.
 */
import { setTimeout } from 'node:timers/promises'
import { inviteBuyer } from '../server/src/customers/invite-buyer.ts'
import { openStore } from '../server/src/database/open.ts'
import type { Store } from '../server/src/database/open.ts'
import { beginSession } from '../server/src/people/sessions.ts'
import { addPerson } from '../server/src/people/persons.ts'
import { readAddress } from '../server/src/workspaces/addresses.ts'
import { fill } from './fill.ts'
import { rowsToMake } from './options.ts'
import { cpuSeconds, residentMemory } from './process-usage.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'

const products = rowsToMake(100_000)
const engine = process.argv[3] === 'embedded' ? 'embedded' : 'postgres'
const LOOK_MS = 10
/** For each 30,000 products. */
const PDF_LIMIT_SECONDS = 15

const database = await benchDatabase(engine)
try {
  const store = await openStore(database.config)
  const { workspaceId } = await fill(store, { products, others: 1 })
  const { slug, token } = await signInBuyer(store, workspaceId)
  await store.close()
  const server = await benchServer(database)
  const address = `http://127.0.0.1:${server.port}/app-api/portal/${slug}`
  console.log(`${products.toLocaleString('en')} products, ${engine}`)
  for (const path of ['products', 'price-list', 'price-list.csv', 'price-list.xlsx', 'price-list.pdf']) {
    const before = residentMemory(server.pid) ?? 0
    const busyBefore = cpuSeconds(server.pid) ?? 0
    const { seconds, megabytes, largest } = await download(`${address}/${path}`, token, server.pid)
    const busy = (cpuSeconds(server.pid) ?? 0) - busyBefore
    console.log(
      `${path.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s, ${busy.toFixed(1)} s of the processor, ${megabytes.toFixed(1).padStart(6)} MB sent, ` +
        `memory ${before} MB before, ${largest} MB at most`,
    )
    if (path === 'price-list.pdf' && busy > (PDF_LIMIT_SECONDS * products) / 30_000) {
      console.error('The PDF takes too long.')
      process.exitCode = 1
    }
  }
  await server.stop()
} finally {
  database.remove()
}

/** A buyer of a customer with terms. */
async function signInBuyer({ db }: Store, workspaceId: string): Promise<{ slug: string; token: string }> {
  const context = {
    db,
    clock: () => new Date(),
    workspaceId,
    actor: { type: 'operator', id: null, name: 'Bench' } as const,
  }
  const { customer_id: customer } = await db
    .selectFrom('discount_rule')
    .select('customer_id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('customer_id')
    .executeTakeFirstOrThrow()
  const person = { name: 'Bo Buyer', email: 'bo@bench.example' }
  const personId = (await addPerson(context, { ...person, isVerified: true, passwordHash: 'none' }))!
  const { id } = await inviteBuyer(context, { ...person, customer })
  await db
    .updateTable('buyer')
    .set({ status: 'active', person_id: personId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  return { slug: await readAddress(context, workspaceId), token: await beginSession(context, personId) }
}

/** Reads a file without keeping it, and looks at the memory of the process meanwhile. */
async function download(address: string, token: string, pid: number) {
  const began = performance.now()
  const response = await fetch(address, { headers: { cookie: `session=${token}` } })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  const done = new AbortController()
  let [bytes, largest] = [0, 0]
  const reading = (async () => {
    for await (const chunk of response.body!) bytes += chunk.length
    done.abort()
  })()
  while (!done.signal.aborted) {
    largest = Math.max(largest, residentMemory(pid) ?? 0)
    await setTimeout(LOOK_MS)
  }
  await reading
  return { seconds: (performance.now() - began) / 1000, megabytes: bytes / 1_000_000, largest }
}

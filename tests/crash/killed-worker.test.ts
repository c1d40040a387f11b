import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { chance, oneOf } from './chance.ts'
import { Killable } from './killable.ts'
import { expectWhole } from './wholeness.ts'
import { tellSeed } from './tell-seed.ts'

const ROWS = 30
const KILLS = Number(process.env['CRASH_ROUNDS'] ?? 2)

let database: Awaited<ReturnType<typeof newDatabase>>
let service: Killable

tellSeed()
beforeAll(async () => {
  database = await newDatabase()
  service = new Killable(database.config, { env: { LOG_LEVEL: 'info' }, args: ['--workers', '2'] })
})
afterAll(async () => {
  await service.close()
  await database.remove()
})

/** The processes that have listened. */
const workers = () => [
  ...new Set([...service.server.printed().matchAll(/"pid":(\d+).*"msg":"Server listening/g)].map(([, pid]) => +pid!)),
]

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * How long a client waits for an answer, in milliseconds. A connection that was being handed to a worker when that was
 * killed has none to come: Node's cluster neither hands it to another one nor closes it.
 */
const PATIENCE_MS = 10_000

/** How often a client sends the same call again: a worker that was killed is replaced within one of them. */
const TRIES = 20

/** Sends the same call again while nobody answers it, as any client may. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = call()
      answer.catch(() => {})
      const patience = setTimeout(PATIENCE_MS, undefined, { ref: false })
      return await Promise.race([answer, patience.then(() => Promise.reject(new TypeError('No answer.')))])
    } catch (error) {
      if (!(error instanceof TypeError) || attempt === TRIES) throw error
      await setTimeout(20)
    }
  }
}

async function newClient(workspaceId: string, name: string) {
  const { id, key } = await service.operate('key create', { workspaceId, name, scope: 'write' })
  const client = { id, name, calls: 0, created: 0 }
  const writeOnce = async () => {
    const fields = { name: `${name} ${client.calls + 1}`, listPrice: 100, unitLabel: 'each' }
    const products = Array.from({ length: ROWS }, (_, i) => ({ sku: `${name}-${i}`, ...fields }))
    const written = await insist(() => service.call(key, 'PUT', '/products', { products }))
    expect({ status: written.status, text: written.text }).toMatchObject({ status: 200 })
    client.calls++
    // Whichever process is asked.
    const { body } = await insist(() => service.call(key, 'GET', `/products?q=${name}-&limit=50`))
    expect(new Set(body.data.map((product: { name: string }) => product.name))).toEqual(new Set([fields.name]))
  }
  return Object.assign(client, { writeOnce })
}

test.skipIf(inject('engine').name === 'pglite')(
  'a worker that is killed under load takes nothing acknowledged along: the other goes on, and a new one takes its place',
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    await service.start()
    const input = { name: 'Harbour', currency: 'GBP', timezone: 'UTC', taxLabel: 'ex VAT', plan: 'active' as const }
    const { id: workspaceId } = await service.operate('workspace create', input)
    const clients = await Promise.all(['NORTH', 'EAST', 'SOUTH', 'WEST'].map((name) => newClient(workspaceId, name)))
    const end = new AbortController()
    const working = clients.map(async (client) => {
      while (!end.signal.aborted) await client.writeOnce()
    })
    for (let kill = 1; kill <= KILLS; kill++) {
      await setTimeout(200 + chance() * 300)
      const before = clients.map(({ calls }) => calls)
      const running = workers().filter(isRunning)
      process.kill(oneOf(running), 'SIGKILL')
      await expect.poll(() => workers().length, { timeout: 40_000, interval: 50 }).toBe(2 + kill)
      const standing = () => clients.filter(({ calls }, i) => calls === before[i]).map(({ name }) => name)
      await expect.poll(standing, { timeout: 30_000, interval: 50 }).toEqual([])
    }
    end.abort()
    await Promise.all(working)
    await service.kill()
    await service.look(async (db) => {
      await expectWhole(db)
      const { rows } = await sql`select actor ->> 'id' as id, count(*) as calls from activity
        where action = 'product.upsert' group by 1`.execute(db)
      // Once for each call, also for those that were repeated.
      expect(new Map(rows.map((row: any) => [row.id, row.calls]))).toEqual(
        new Map(clients.map(({ id, calls }) => [id, calls])),
      )
    })
  },
)

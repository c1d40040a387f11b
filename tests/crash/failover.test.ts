import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { environment, runCli } from '../given/run-cli.ts'
import { byDepth } from '../given/depth.ts'
import { findPrograms } from '../engines/find-postgres.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { until } from '../given/until.ts'
import { Counter } from './counter.ts'
import { Killable } from './killable.ts'
import { PostgresPair } from './postgres-pair.ts'
import { expectNothingLost, openShop, workUntil } from './rounds.ts'
import { tellSeed } from './tell-seed.ts'

const programs = findPrograms()
const here = inject('engine').name === 'postgres' && programs !== undefined
const ROUNDS = process.env['TEST_WHOLE'] ? 20 : byDepth({ quick: 1, deep: 3 })
/** How the primary is lost. */
const WAYS = ['failOver', 'switchOver', 'silence'] as const
/** From a promotion until each process takes writes and shows them, in milliseconds beyond what that takes otherwise. */
const SERVED_WITHIN_MS = 15_000

const IMPORTED = 5_000

const folder = useTemporaryFolder()
let pair: PostgresPair
let services: Killable[]

tellSeed()
beforeAll(async () => {
  if (!here) return
  pair = await PostgresPair.start(programs)
  const config = { engine: 'postgres', url: pair.url } as const
  services = [new Killable(config), new Killable(config, { args: ['--workers', '2'] })]
  for (const service of services) await service.start()
})
afterAll(async () => {
  if (!here) return
  await Promise.all(services.map((service) => service.close()))
  pair.stop()
})

test.runIf(here)(
  `${ROUNDS} failovers under load lose nothing acknowledged, do nothing twice, and nobody is told an older state`,
  { timeout: 60_000 + ROUNDS * 30_000 },
  async () => {
    const [service] = services as [Killable]
    const { writers, reader } = await openShop(service)
    const { workspaceId } = writers[0]!.shop
    const { key } = await service.operate('key create', { workspaceId, name: 'Counter', scope: 'write' })
    const counter = new Counter(services, key)
    counter.start()
    const failing = (database: Killable['database']) => services.forEach((one) => (one.database = database))
    const servedAgainMs: number[] = []
    const servedMs = async () => {
      const from = performance.now()
      await counter.isServed()
      return Math.round(performance.now() - from)
    }
    for (let round = 0; round < ROUNDS; round++) {
      const usualMs = await servedMs()
      const end = async () => {
        failing('failing')
        const way = WAYS[round % WAYS.length]!
        await pair[way]()
        const ms = await servedMs()
        console.log(`${way}: served again after ${ms} ms, and usually within ${usualMs} ms.`)
        servedAgainMs.push(ms - usualMs)
        service.database = 'lost'
      }
      await workUntil({ writers, reader }, { round, end })
      failing('failing')
      await pair.repair()
      await counter.growsBy(1)
      failing('there')
      await untilNothingIsDue(service)
      await expectNothingLost(service, writers)
      await reader.askAgain()
    }
    await counter.stop()
    expect(counter.unchanged).toBeGreaterThan(0)
    expect(Math.max(...servedAgainMs)).toBeLessThan(SERVED_WITHIN_MS)
  },
)

// The import waits for the end of the claim of the connection that was lost: half a minute.
test.runIf(here && inject('deep'))(
  'an import goes on after a failover and writes each row once, and a backup that the primary dies under leaves nothing',
  { timeout: 180_000 },
  async () => {
    const [service] = services as [Killable]
    const { writers } = await openShop(service)
    const { workspaceId, key } = writers[0]!.shop
    const failing = (database: Killable['database']) => services.forEach((one) => (one.database = database))
    const { release, held } = await holdTable(service, 'saved_view')
    const backup = runCli(['backup', join(folder, 'lost.tcb')], environment(service.config))
    await until(() => readdirSync(folder).length === 1)
    const id = await sendProducts(service, key)
    const importNow = async () => (await service.call(key, 'GET', `/imports/${id}`)).body.data
    await until(async () => (await importNow()).created > 0, { everyMs: 5 })

    failing('failing')
    await pair.failOver()
    release()
    await held
    const { code, stderr } = await backup
    expect(code).toBe(1)
    expect(stderr).toMatch(/The database .*\.$/m)
    expect(readdirSync(folder)).toEqual([])
    await pair.repair()
    failing('there')
    await until(async () => (await importNow()).status !== 'running', { withinMs: 90_000 })
    const result = { status: 'done', rows: IMPORTED, created: IMPORTED, updated: 0, unchanged: 0, rejected: 0 }
    expect(await importNow()).toMatchObject(result)
    const written = sql<{ count: number }>`
      select count(*) as count from product where workspace_id = ${workspaceId} and sku_key like 'imported-%'`
    expect((await service.look(async (db) => written.execute(db))).rows).toEqual([{ count: IMPORTED }])
    const again = await runCli(['backup', join(folder, 'kept.tcb')], environment(service.config))
    expect(again.code).toBe(0)
  },
)

/** Sends a file of new products by the API, and returns the id of its import. */
async function sendProducts({ server }: Killable, key: string): Promise<string> {
  const rows = Array.from({ length: IMPORTED }, (_, i) => `IMPORTED-${i},Plate ${i},2.50,each`)
  const response = await fetch(`${server.url}/api/v1/imports?kind=products`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: ['SKU,Name,Price,Unit', ...rows].join('\n'),
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}

/** Locks a table, so that a backup waits there. `held` ends once it was released, or its server is dead. */
async function holdTable(service: Killable, table: string): Promise<{ release: () => void; held: Promise<void> }> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = service.look((db) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
      locked.resolve()
      await over.promise
    }),
  )
  await Promise.race([locked.promise, held])
  return { release: over.resolve, held: held.catch(() => {}) }
}

/** A change that fell due meanwhile is published by one of the processes. */
async function untilNothingIsDue(service: Killable): Promise<void> {
  await service.look(async (db) => {
    const due = sql`select from price_change where status = 'scheduled'`
    await until(async () => (await due.execute(db)).rows.length === 0)
  })
}

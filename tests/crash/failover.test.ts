import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { byDepth } from '../depth.ts'
import { findPrograms } from '../engines/find-postgres.ts'
import { until } from '../until.ts'
import { Counter } from './counter.ts'
import { Killable } from './killable.ts'
import { PostgresPair } from './postgres-pair.ts'
import { expectNothingLost, openShop, workUntil } from './rounds.ts'
import { tellSeed } from './tell-seed.ts'

const programs = findPrograms()
const here = inject('engine').name === 'postgres' && programs !== undefined
const ROUNDS = process.env['TEST_WHOLE'] ? 20 : byDepth({ quick: 1, deep: 3 })
/** How the primary is lost. Of an odd number, each happens in both directions. */
const WAYS = ['failOver', 'switchOver', 'splitBrain'] as const
/** From a promotion until each process takes writes and shows them, in milliseconds beyond what that takes otherwise. */
const SERVED_WITHIN_MS = 2_000

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
        counter.mayBeOld = way === 'splitBrain'
        await pair[way]()
        const ms = await servedMs()
        counter.mayBeOld = false
        console.log(`${way}: served again after ${ms} ms, and usually within ${usualMs} ms.`)
        servedAgainMs.push(ms - usualMs)
        service.database = 'lost'
      }
      await workUntil({ writers, reader }, { round, end })
      failing('failing')
      await pair.bringOldBack()
      await counter.growsBy(20)
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

/** A change that fell due meanwhile is published by one of the processes. */
async function untilNothingIsDue(service: Killable): Promise<void> {
  await service.look(async (db) => {
    const due = sql`select from price_change where status = 'scheduled'`
    await until(async () => (await due.execute(db)).rows.length === 0)
  })
}

import { afterAll, beforeAll, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { chance } from './chance.ts'
import { Killable } from './killable.ts'
import { expectNothingLost, openShop, ROUNDS, workUntil } from './rounds.ts'
import { tellSeed } from './tell-seed.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
let service: Killable

tellSeed()
beforeAll(async () => {
  database = await newDatabase()
  service = new Killable(database.config)
})
afterAll(async () => {
  await service.close()
  await database.remove()
})

test(
  `a server that is killed ${ROUNDS} times under load loses nothing acknowledged, and leaves nothing half done`,
  { timeout: 60_000 + ROUNDS * 20_000 },
  async () => {
    await service.start()
    const { writers, reader } = await openShop(service)
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) {
        await service.start()
        await reader.askAgain()
      }
      await workUntil({ writers, reader }, { round, end: () => service.kill() })
      // Every other time the next one is killed too: before it has opened the store, while it recovers, or just then.
      if (round % 2 === 1) await service.killStarting(chance() * 1_000)
      await expectNothingLost(service, writers)
    }
  },
)

import { afterAll, expect, inject, test } from 'vitest'
import { oneOf } from '../given/depth.ts'
import { importerWithout } from '../engines/import-without.ts'
import { useOwnService } from '../given/service.ts'
import type { ServerParts } from './shop.ts'
import { WRONG_PRICES } from './wrong-prices.ts'
import { liveThrough } from './year.ts'

const from = importerWithout('right prices')
const parts = {} as ServerParts
const service = useOwnService({
  server: async () => {
    const files = ['ops/all-operations.ts', 'jobs/background-jobs.ts', 'app.ts', 'database/open.ts'].map(from)
    const [operations, job, app, open] = await Promise.all(files)
    Object.assign(parts, operations, job)
    return { ...app, ...open }
  },
})
const world = globalThis as { wrongPrice?: string }
afterAll(() => delete world.wrongPrice)

const live = (seed: number) => liveThrough([service, parts, seed], { acts: 100, doors: 6, restarts: false })

test.each(oneOf(3, Object.keys(WRONG_PRICES)))('it is found where %s', async (name) => {
  world.wrongPrice = name
  let found: Error | undefined
  for (let i = 0; i < 4 && !found; i++)
    found = await live(inject('seed') + i).then(
      () => undefined,
      (error: Error) => error,
    )
  expect((found?.cause as Error | undefined)?.name).toBe('AssertionError')
})

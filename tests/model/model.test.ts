import { expect, inject, test } from 'vitest'
import { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { byDepth } from '../given/depth.ts'
import { useOwnService } from '../given/service.ts'
import { liveThrough } from './year.ts'

const service = useOwnService()
const parts = { runOperation, publishDuePriceChanges }
const seeds = Array.from({ length: byDepth({ quick: 1, deep: 5 }) }, (_, i) => inject('seed') + i)

test.each(seeds)('all doors show the right prices through a year of a wholesaler, of seed %d', async (seed) => {
  const year = liveThrough([service, parts, seed], { acts: byDepth({ quick: 40, deep: 120 }), doors: 3 })
  await expect(year).resolves.toBeUndefined()
})

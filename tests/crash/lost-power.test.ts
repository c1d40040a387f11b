import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, inject, test } from 'vitest'
import { chance, SEED } from './chance.ts'
import { Killable } from './killable.ts'
import { expectNothingLost, openShop, ROUNDS, workUntil } from './rounds.ts'
import { tellSeed } from './tell-seed.ts'

/** A round costs more here: all that is written is written twice. */
const CUTS = Math.ceil(ROUNDS * 0.75)
const PRELOADED = new URL('power-loss.ts', import.meta.url).href
let folder: string
let dataDir: string
let service: Killable

tellSeed()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trade-catalogue-'))
  dataDir = join(folder, 'data')
  const env = { NODE_OPTIONS: `--import ${PRELOADED}`, POWER_LOSS_DISK: join(folder, 'disk'), CRASH_SEED: String(SEED) }
  service = new Killable({ engine: 'embedded', dataDir }, { env, args: ['--sample'] })
})
afterEach(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

/** The server is gone, and so is all that no disk has. */
function losePower(): void {
  const disk = join(folder, 'disk')
  // It had not come so far as to write anything.
  if (!existsSync(disk)) return
  rmSync(dataDir, { recursive: true, force: true })
  renameSync(disk, dataDir)
}

test.runIf(inject('engine').name === 'pglite')(
  `an embedded store that loses the power ${CUTS} times, from its first start on, loses nothing acknowledged`,
  { timeout: 60_000 + CUTS * 20_000 },
  async () => {
    for (const afterMs of [2_500, 4_000]) {
      await service.killStarting(afterMs)
      losePower()
    }
    await service.start()
    const { writers, reader } = await openShop(service)
    for (let round = 0; round < CUTS; round++) {
      if (round > 0) {
        await service.start()
        await reader.askAgain()
      }
      await workUntil({ writers, reader }, { round, end: () => service.kill() })
      losePower()
      if (round % 2 === 1) {
        await service.killStarting(chance() * 1_000)
        losePower()
      }
      await expectNothingLost(service, writers)
    }
  },
)

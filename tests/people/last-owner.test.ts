import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { listWorkspaces } from '../../server/src/workspaces/workspaces.ts'
import { newDatabase } from '../engines/test-store.ts'

test.runIf(inject('engine').name === 'pglite')(
  'the embedded store opens, whatever a power cut has left of the file that says who had it last',
  async () => {
    const { config, remove } = await newDatabase()
    if (config.engine !== 'embedded') return
    for (const left of ['', 'nonsense', `${process.pid}\n/pglite/data\n`]) {
      writeFileSync(join(config.dataDir, 'database', 'postmaster.pid'), left)
      const store = await openStore(config)
      expect(await listWorkspaces({ db: store.db, clock: () => new Date() })).toEqual([])
      await store.close()
    }
    await remove()
  },
)

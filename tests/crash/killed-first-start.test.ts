import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { newDatabase } from '../engines/test-store.ts'
import { chance } from './chance.ts'
import { Killable } from './killable.ts'
import { ROUNDS } from './rounds.ts'
import { expectWhole } from './wholeness.ts'
import { tellSeed } from './tell-seed.ts'

/** By when a first start has made the database and the sample, in milliseconds. */
const FIRST_START_MS = { embedded: 5_000, postgres: 2_000 }

let service: Killable
let remove: () => Promise<void>

tellSeed()
beforeAll(async () => {
  const database = await newDatabase()
  if (database.config.engine === 'embedded') {
    await database.remove()
    const folder = mkdtempSync(join(tmpdir(), 'trade-catalogue-'))
    service = new Killable({ engine: 'embedded', dataDir: join(folder, 'data') }, { args: ['--sample'] })
    remove = async () => rmSync(folder, { recursive: true })
  } else {
    const store = await openStore(database.config)
    await store.runScript('drop schema public cascade; create schema public')
    await store.close()
    service = new Killable(database.config, { args: ['--sample'] })
    remove = database.remove
  }
})
afterAll(async () => {
  await service.close()
  await remove()
})

test(
  'a first start that is killed, wherever it has come to, leaves nothing in the way of the next one',
  { timeout: 60_000 + ROUNDS * 20_000 },
  async () => {
    const kills = Math.ceil(ROUNDS / 4)
    for (let kill = 0; kill < kills; kill++) {
      await service.killStarting(((kill + chance()) / kills) * FIRST_START_MS[service.config.engine])
    }
    await service.start()
    const [, key] = /Bearer (\S+)'/.exec(service.server.printed()) ?? []
    const { status, body } = await service.call(key!, 'GET', '/products')
    expect({ status, products: body.data.length }).toEqual({ status: 200, products: 50 })
    await service.kill()
    await service.look(async (db) => {
      await expectWhole(db)
      const { rows } = await sql`select
        (select count(*) from workspace) as workspaces,
        (select count(*) from schema_migration) as migrations,
        (select count(*) from activity where action = 'workspace.create') as beginnings`.execute(db)
      expect(rows).toEqual([{ workspaces: 1, migrations: expect.any(Number), beginnings: 1 }])
    })
  },
)

import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { vacuumEmbedded } from '../../server/src/jobs/background-jobs.ts'
import type { WaitingTables } from '../../server/src/jobs/background-jobs.ts'
import { newDatabase } from '../engines/test-store.ts'
import { item, send, sendItems } from '../given/given.ts'
import { useOwnService } from '../given/service.ts'

const service = useOwnService()

test.runIf(inject('engine').name === 'pglite')(
  'the embedded database is vacuumed once enough has changed',
  async () => {
    const workspace = await service.workspace()
    const vacuum = () => vacuumEmbedded(service.context, new Map())
    await sendItems(workspace, 100)
    expect(await vacuum()).toContain('product')
    const { rows } = await sql<{
      count: number
    }>`select reltuples as count from pg_class where relname = 'product'`.execute(service.context.db)
    expect(rows[0]!.count).toBe(100)

    expect(await vacuum()).not.toContain('product')
    await send(workspace, [item({ sku: 'SKU-0001', name: 'Another name' })])
    expect(await vacuum()).not.toContain('product')
    await sendItems(workspace, 100, () => ({ name: 'Another name' }))
    expect(await vacuum()).toContain('product')
  },
)

test.runIf(inject('engine').name === 'pglite')(
  'a large table is vacuumed in a pause of its writes, or after an hour',
  async () => {
    const database = await newDatabase()
    const { db, runScript, close } = await openStore(database.config)
    onTestFinished(async () => {
      await close()
      await database.remove()
    })
    const write = () => runScript('update large set word = word')
    await runScript(`create table large as select repeat('x', 1000) as word from generate_series(1, 5000)`)
    await runScript('analyze large')
    const waiting: WaitingTables = new Map()
    const vacuumAfter = (minutes: number) => vacuumEmbedded({ db, clock: () => new Date(minutes * 60_000) }, waiting)

    expect(await vacuumAfter(0)).not.toContain('large')
    await write()
    expect(await vacuumAfter(1)).not.toContain('large')
    expect(await vacuumAfter(2)).toContain('large')

    await write()
    expect(await vacuumAfter(3)).not.toContain('large')
    await write()
    expect(await vacuumAfter(62)).not.toContain('large')
    await write()
    expect(await vacuumAfter(63)).toContain('large')
  },
)

import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { analyzeGrown } from '../../server/src/jobs/analyze-grown.ts'
import { item, send, sendItems } from '../http/given.ts'
import { useOwnService } from '../service.ts'
import { readSoFar, switchAutovacuumOff } from './sync-counted.ts'

const service = useOwnService()

async function analyzed(): Promise<string[]> {
  // By then every session has told what it changed.
  await readSoFar(service.context.db)
  return analyzeGrown(service.context)
}

test('tables are analyzed once they have doubled, and not before', async () => {
  await switchAutovacuumOff(service.context.db)
  const workspace = await service.workspace()
  await sendItems(workspace, 100)
  expect(await analyzed()).toContain('product')
  const { rows } = await sql<{ count: number }>`
    select reltuples as count from pg_class where relname = 'product'`.execute(service.context.db)
  expect(rows[0]!.count).toBe(100)

  expect(await analyzed()).toEqual([])
  await sendItems(workspace, 100, () => ({ name: 'Another name' }))
  expect(await analyzed()).not.toContain('product')
  await send(
    workspace,
    Array.from({ length: 100 }, (_, i) => item({ sku: `NEW-${i}` })),
  )
  expect(await analyzed()).toContain('product')
})

test.runIf(inject('engine').name === 'postgres')('one process at a time analyzes', async () => {
  const workspace = await service.workspace()
  for (const round of [1, 2, 3, 4, 5]) {
    await sendItems(workspace, 100, (i) => ({ sku: `MANY-${round}-${i}` }))
  }
  await readSoFar(service.context.db)
  await service.context.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('analyze grown tables', 0))`.execute(db)
    expect(await analyzeGrown(service.context)).toEqual([])
  })
  expect(await analyzeGrown(service.context)).toContain('product')
})

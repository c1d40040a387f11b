import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { analyzeGrown } from '../../server/src/jobs/background-jobs.ts'
import { item, send } from '../given/given.ts'
import { useOwnService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { readSoFar, switchAutovacuumOff } from '../given/sync-counted.ts'

const service = useOwnService()

async function analyzed(): Promise<string[]> {
  // By then every session has told what it changed.
  await readSoFar(service.context.db)
  return analyzeGrown(service.context)
}

/** New products, 100 a call. */
async function sendNew(workspace: TestWorkspace, name: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += 100) {
    const rows = Array.from({ length: Math.min(100, count - first) }, (_, i) => item({ sku: `${name}-${first + i}` }))
    await send(workspace, rows)
  }
}

test('tables are analyzed with 250 rows and once they have doubled, and not before', async () => {
  await switchAutovacuumOff(service.context.db)
  const workspace = await service.workspace()
  await sendNew(workspace, 'A', 200)
  expect(await analyzed()).not.toContain('product')
  await sendNew(workspace, 'B', 100)
  expect(await analyzed()).toContain('product')
  const { rows } = await sql<{ count: number }>`
    select reltuples as count from pg_class where relname = 'product'`.execute(service.context.db)
  expect(rows[0]!.count).toBe(300)

  expect(await analyzed()).toEqual([])
  await sendNew(workspace, 'C', 200)
  expect(await analyzed()).not.toContain('product')
  await sendNew(workspace, 'D', 100)
  expect(await analyzed()).toContain('product')
})

test('each table of workspaces has its rows planned for as those of twenty workspaces, however many there are', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attoptions is distinct from array['n_distinct=20']`.execute(service.context.db)
  expect(rows).toEqual([])
})

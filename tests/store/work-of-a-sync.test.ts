import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { products } from '../../bench/catalogue.ts'
import { send } from '../http/given.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'

const service = useService()

/** Of each workspace, and how many are sent by a call. */
const PRODUCTS = 800
const BATCH = 100
const CLIENTS = 4
/** A product is looked up by its SKU to be read, to be locked and to be written. */
const LOOKUPS = 4

// Plans are made by what the service asks for, on empty tables: nobody tells the planner of what has come.
beforeAll(async () => {
  const { db } = service.context
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables`.execute(db)
  for (const { name } of rows) await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(db)
})

async function sync(workspace: TestWorkspace, edition: number): Promise<void> {
  const firsts = Array.from({ length: PRODUCTS / BATCH }, (_, i) => i * BATCH)
  const client = async () => {
    for (let first = firsts.shift(); first !== undefined; first = firsts.shift()) {
      await send(workspace, products(first, BATCH, edition))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** How many rows and index entries have been read by now, of each table and index. */
async function readSoFar(): Promise<Map<string, number>> {
  const { db } = service.context
  // Each session tells of its own.
  const tell = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.2)`.execute(db)
  await Promise.all(Array.from({ length: 10 }, tell))
  const { rows } = await sql<{ name: string; read: number }>`
    select indexrelname as name, idx_tup_read::int as read from pg_stat_user_indexes
    union all
    select relname, seq_tup_read::int from pg_stat_user_tables`.execute(db)
  return new Map(rows.map(({ name, read }) => [name, read]))
}

test('a sync that begins on an empty database reads no more than it sends', async () => {
  const before = await readSoFar()
  const [first, second] = [await service.workspace(), await service.workspace()]
  const passes = [0, 0, 1]
  for (const workspace of [first, second]) {
    for (const edition of passes) await sync(workspace, edition)
  }
  const sent = PRODUCTS * passes.length * 2
  const after = await readSoFar()
  const reads = [...after].map(([name, read]): [string, number] => [name, read - before.get(name)!])
  expect(after.get('product_workspace_id_sku_key_key')).toBeGreaterThan(sent / 2)
  expect(reads.filter(([, read]) => read > LOOKUPS * sent)).toEqual([])
  expect(reads.filter(([name, read]) => read > sent && !/_pkey$|_key$/.test(name))).toEqual([])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askNodes, clusterNodes } from '../../server/src/database/cluster.ts'
import { pendingTables } from '../../server/src/database/distribute-tables.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { analyzeGrown } from '../../server/src/jobs/analyze-grown.ts'
import { checkCluster } from '../../server/src/operator/doctor/cluster.ts'
import { lookOverAll } from '../isolation/judge.ts'
import { newDatabase } from '../engines/test-store.ts'
import { done, sendItems } from '../http/given.ts'
import { useOwnService } from '../service.ts'

const service = useOwnService()

test('a table that a migration adds is distributed with it, also where an earlier start was interrupted', async () => {
  const { config, remove } = await newDatabase()
  const store = await openDatabase(config)
  const keys = () =>
    lookOverAll(async () => {
      const { rows } = await sql`
        select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as key from pg_constraint
        where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`.execute(store.db)
      return rows
    })
  try {
    const before = await keys()
    await store.runScript(`
      alter table import_mapping drop constraint import_mapping_workspace_id_fkey;
      select undistribute_table('import_mapping');
      alter table import_mapping add constraint import_mapping_workspace_id_fkey
        foreign key (workspace_id) references workspace (id)`)
    expect(await lookOverAll(() => pendingTables(store.db))).toContain('import_mapping')
    await lookOverAll(() => migrate(store))
    expect(await lookOverAll(() => pendingTables(store.db))).toEqual([])
    expect(await keys()).toEqual(before)
  } finally {
    await store.close()
    await remove()
  }
})

test('a workspace gets a shard of its own, and is moved to another node, while it is written', async () => {
  const workspace = await service.workspace()
  const { db } = service.context
  const nodeOf = () =>
    lookOverAll(async () => {
      const { rows } = await sql<{ shard: string; port: number }>`
        select shardid as shard, nodeport as port from citus_shards where table_name = 'workspace'::regclass
        and shardid = get_shard_id_for_distribution_column('workspace', ${workspace.id}::uuid)`.execute(db)
      return rows[0]!
    })
  const from = await nodeOf()
  const to = (await clusterNodes(db)).find(({ isCoordinator, port }) => !isCoordinator && port !== from.port)!
  const moved = new AbortController()
  const writing = (async () => {
    for (let count = 1; !moved.signal.aborted; count = (count % 50) + 1) await sendItems(workspace, count)
  })()
  await lookOverAll(async () => {
    await sql`select isolate_tenant_to_new_shard('workspace', ${workspace.id}::uuid, 'CASCADE',
      shard_transfer_mode => 'block_writes')`.execute(db)
    await sql`select citus_move_shard_placement(${(await nodeOf()).shard}::bigint, '127.0.0.1', ${from.port}::int,
      '127.0.0.1', ${to.port}::int, shard_transfer_mode => 'force_logical')`.execute(db)
  })
  moved.abort()
  await writing
  expect(await nodeOf()).toMatchObject({ port: to.port })
  await sendItems(workspace, 50)
  expect(await done(workspace.get('/products?limit=50'))).toHaveLength(50)
})

test('each node analyzes its own shards, and doctor finds all of them well', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 100)
  const { db } = service.context
  const analyzed = async () => {
    const answers = await askNodes(db, 'select max(reltuples) from pg_class where relname ~ $r$^product_\\d+$$r$')
    return Math.max(...answers.map(({ result }) => Number(result)))
  }
  // The idle connection of a node reports the changed rows after 10 s.
  await expect
    .poll(async () => (await analyzeGrown({ db }), await analyzed()), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(100)
  expect(await checkCluster(db)).toMatchObject([{ status: 'ok', message: expect.stringContaining('3 nodes answer') }])
})

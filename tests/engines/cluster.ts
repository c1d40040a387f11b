import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { buildWebWhenStale } from '../../scripts/build-web-when-stale.mjs'
import { setNodeDefaults } from '../../server/src/database/cluster.ts'
import { distributeTables } from '../../server/src/database/distribute-tables.ts'
import { openStore } from '../../server/src/database/open.ts'
import { NODE_SETTINGS } from '../../server/src/database/session-settings.ts'
import { workspaceColumns } from '../isolation/workspace-columns.ts'
import { findCitus } from './find-postgres.ts'
import { databaseUrl, startServer } from './postgres.ts'
import type { StartedServer } from './postgres.ts'

/** Each database that a test makes has a maintenance process of Citus. No TLS: all nodes are on the loopback address. */
const SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=disable',
  'citus.stat_statements_track=none',
  'max_prepared_transactions=200',
  'max_worker_processes=100',
  'wal_level=logical',
  'fsync=off',
  // A copy of a database has not the settings of it.
  ...Object.entries(NODE_SETTINGS).map(([name, value]) => `${name}=${value}`),
]

/** Starts a coordinator and two workers. */
export async function startNodes(programs: string): Promise<StartedServer[]> {
  return [
    await startServer(programs, SETTINGS),
    await startServer(programs, SETTINGS),
    await startServer(programs, SETTINGS),
  ]
}

/** Makes a database on each node, which know each other. */
async function makeDatabaseOn(nodes: readonly StartedServer[], name: string): Promise<void> {
  for (const { url } of nodes) {
    await run(url, `create database ${name}`)
    await run(databaseUrl(url, name), 'create extension citus')
  }
  const [coordinator, ...workers] = nodes.map(({ url }) => new URL(url))
  const on = databaseUrl(coordinator!.href, name)
  await run(on, `select citus_set_coordinator_host('127.0.0.1', ${coordinator!.port})`)
  for (const { port } of workers) await run(on, `select citus_add_node('127.0.0.1', ${port})`)
}

/** Builds the pages, and makes one migrated and distributed database; what needs its own copies it, on each node. */
export default async function setup(project: TestProject) {
  buildWebWhenStale()
  const nodes = await startNodes(findCitus()!)
  const stop = () => nodes.forEach((node) => node.stop())
  const prefix = `test_${process.pid}_`
  const template = `${prefix}template`
  try {
    project.provide('workspaceColumns', await makeTemplate(nodes, template))
  } catch (error) {
    stop()
    throw error
  }
  const servers = nodes.map(({ url }) => url)
  project.provide('engine', { name: 'postgres', servers, prefix, template, bare: 'template1' })
  return stop
}

/** Makes a migrated and distributed database on these nodes. */
export async function makeDistributed(nodes: readonly StartedServer[], name: string) {
  await makeDatabaseOn(nodes, name)
  const config = { engine: 'postgres', url: databaseUrl(nodes[0]!.url, name) } as const
  const store = await openStore(config)
  await setNodeDefaults(store.db)
  await distributeTables(store, { shards: 4 })
  const columns = await workspaceColumns(store.db)
  await store.close()
  return { config, columns }
}

async function makeTemplate(nodes: readonly StartedServer[], name: string) {
  const { columns } = await makeDistributed(nodes, name)
  for (const { url } of nodes) {
    // Ends the maintenance process: a database that is in use cannot be copied.
    await run(url, `alter database ${name} with allow_connections false`)
    await run(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
  return columns
}

async function run(url: string, statement: string): Promise<void> {
  const server = postgres(url, { max: 1, onnotice: () => {} })
  await server.unsafe(statement)
  await server.end()
}

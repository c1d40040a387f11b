import { sql } from 'kysely'
import type { Database } from './tables.ts'
import { NODE_SETTINGS } from './session-settings.ts'

/** Whether the tables of the current schema are distributed over the nodes of a Citus cluster. */
export async function isDistributed(db: Database): Promise<boolean> {
  if (!(await hasCitus(db))) return false
  const { rows } = await sql<{ distributed: boolean }>`
    select exists (select from pg_dist_partition where logicalrelid = to_regclass('workspace')) as distributed`.execute(
    db,
  )
  return rows[0]!.distributed
}

/** Whether the database has the extension, as the coordinator of a cluster does. */
export async function hasCitus(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as there`.execute(db)
  return rows[0]!.there
}

const known = new WeakMap<Database, Promise<boolean>>()

/**
 * Whether the database is a coordinator, asked once. It finds the node of a statement by the one workspace that the
 * statement names. A single server answers for many workspaces at once, which costs it less.
 */
export function isCluster(db: Database): Promise<boolean> {
  return known.getOrInsertComputed(db, () => {
    const asked = hasCitus(db)
    asked.catch(() => known.delete(db))
    return asked
  })
}

/** How many nodes the coordinator has besides itself. */
export async function countWorkers(db: Database): Promise<number> {
  const { rows } = await sql<{ workers: number }>`
    select count(*)::int as workers from pg_dist_node where groupid <> 0`.execute(db)
  return rows[0]!.workers
}

/** The answer of a node, or why there is none. */
type NodeAnswer = { node: string; answered: boolean; result: string }

/** Runs a statement that yields one value on each node, the coordinator too. A node that is away stops no other. */
export async function askNodes(db: Database, statement: string): Promise<NodeAnswer[]> {
  const { rows } = await sql<NodeAnswer>`
    select nodename || ':' || nodeport as node, success as answered, result
    from run_command_on_all_nodes(${statement}, give_warning_for_connection_errors => true)
    join pg_dist_node using (nodeid) order by groupid`.execute(db)
  return rows
}

/**
 * Gives the sessions that Citus opens on each node the settings that sessions of the service have: what a session sets
 * does not reach the nodes. It holds for new connections.
 */
export async function setNodeDefaults(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  for (const [setting, value] of Object.entries(NODE_SETTINGS)) {
    await sql`alter database ${sql.id(rows[0]!.name)} set ${sql.id(setting)} = ${sql.lit(value)}`.execute(db)
  }
}

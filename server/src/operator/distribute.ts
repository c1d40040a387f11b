import { sql } from 'kysely'
import { askNodes, clusterNodes, hasCitus, setNodeDefaults } from '../database/cluster.ts'
import { distributeTables, keysAside, pendingTables } from '../database/distribute-tables.ts'
import type { Database } from '../database/tables.ts'
import { OperatorError } from '../errors.ts'
import { counted } from '../rules/counted.ts'

/** What a table costs by itself, and its rows, on a small machine. */
const [SECONDS_PER_TABLE, BYTES_PER_SECOND] = [0.1, 10_000_000]

export type DistributionPlan = {
  workers: number
  /** Not distributed yet. */
  tables: string[]
  /** That an interrupted call has dropped, and not added yet. */
  foreignKeys: number
  /** Of these tables with their indexes. */
  bytes: number
  /** How long it takes, roughly. */
  seconds: number
}

/** What there is to distribute. Throws an OperatorError that says what is missing before that can be done. */
export async function planDistribution({ db }: { db: Database }): Promise<DistributionPlan> {
  if (!(await hasCitus(db))) {
    throw new OperatorError(
      'The database is no Citus cluster. Install Citus on each node, and make the cluster as docs/cluster.md says.',
    )
  }
  const workers = await readyWorkers(db)
  await refuseRunningService(db)
  const tables = await pendingTables(db)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(name::regclass)), 0)::bigint as bytes
    from json_array_elements_text(${JSON.stringify(tables)}::json) as name`.execute(db)
  const { bytes } = rows[0]!
  const seconds = Math.ceil(tables.length * SECONDS_PER_TABLE + bytes / BYTES_PER_SECOND)
  return { workers, tables, foreignKeys: (await keysAside(db)).length, bytes, seconds }
}

/** Distributes the tables, and gives the nodes the settings of the service. `onTable` is called before each table. */
export async function distribute(
  { db }: { db: Database },
  { shards, onTable }: { shards: number; onTable: (name: string) => void },
): Promise<void> {
  await setNodeDefaults(db)
  await distributeTables({ db }, { shards, onTable })
}

/** Throws where a node is missing, does not answer, or cannot take part in a transaction of several nodes. */
async function readyWorkers(db: Database): Promise<number> {
  const nodes = await clusterNodes(db)
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    throw new OperatorError(
      "The nodes do not know the coordinator: select citus_set_coordinator_host('its name', 5432)",
    )
  }
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator).length
  if (workers === 0) throw new OperatorError("There is no worker yet: select citus_add_node('its name', 5432)")
  for (const { node, answered, result } of await askNodes(db, 'show max_prepared_transactions')) {
    if (!answered) throw new OperatorError(`The node ${node} does not answer: ${result}`)
    if (result === '0') {
      throw new OperatorError(
        `The node ${node} has max_prepared_transactions = 0: set it as max_connections, and restart it.`,
      )
    }
  }
  return workers
}

/** A service that writes meanwhile would wait for long, and could write what has no foreign key for a while. */
async function refuseRunningService(db: Database): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'trade-catalogue' and backend_start < (
      select backend_start from pg_stat_activity where pid = pg_backend_pid())`.execute(db)
  if (rows[0]!.others > 0) {
    throw new OperatorError(
      `Stop the service first: it has ${counted(rows[0]!.others, 'connection')} to this database.`,
    )
  }
}

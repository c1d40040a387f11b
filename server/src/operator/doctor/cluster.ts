import { sql } from 'kysely'
import { askNodes, hasCitus, isDistributed } from '../../database/cluster.ts'
import { pendingTables } from '../../database/distribute-tables.ts'
import { NODE_SETTINGS } from '../../database/session-settings.ts'
import type { Database } from '../../database/tables.ts'
import { counted } from '../../rules/counted.ts'
import { ok, orOk, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const AGAIN = 'Stop the service, and run: trade-catalogue distribute --yes'

type Placed = { shards: number; unplaced: number }

/** Checks the nodes of a Citus cluster: whether they answer, their settings, and what is where. None elsewhere. */
export async function checkCluster(db: Database): Promise<Finding[]> {
  if (!(await hasCitus(db))) return []
  if (!(await isDistributed(db))) return [warning('cluster', 'It has Citus, and no table is distributed.', AGAIN)]
  const settings = await askNodes(db, SETTINGS)
  const pending = await pendingTables(db)
  const { rows } = await sql<Placed>`
    select count(distinct s.shardid)::int as shards,
      (count(*) filter (where n.nodeid is null or not n.isactive))::int as unplaced
    from pg_dist_shard s
    left join pg_dist_placement p using (shardid)
    left join pg_dist_node n on n.groupid = p.groupid`.execute(db)
  const { shards, unplaced } = rows[0]!
  return orOk(
    [
      ...settings.map(({ node, answered, result }) => checkNode(node, answered ? JSON.parse(result) : result)),
      pending.length > 0 && problem('cluster', `${pending.join(', ')}: not distributed yet.`, AGAIN),
      unplaced > 0 &&
        problem('cluster', `${counted(unplaced, 'shard')} on no active node.`, 'select * from citus_shards'),
    ],
    ok('cluster', `${counted(settings.length, 'node')} answer, with ${counted(shards, 'shard')}.`),
  )
}

/** What a new session there would have: as JSON, by name. */
const SETTINGS = `select json_object_agg(name, setting || coalesce(unit, '')) from pg_settings where name in (${[
  ...Object.keys(NODE_SETTINGS),
  'max_prepared_transactions',
]
  .map((name) => `'${name}'`)
  .join()})`

function checkNode(node: string, settings: Record<string, string> | string): Finding | false {
  if (typeof settings === 'string') {
    return problem(
      'cluster',
      `The node ${node} does not answer: ${settings}`,
      'Start it. Until then its workspaces get 503, and nobody can be added or renamed.',
    )
  }
  if (settings['max_prepared_transactions'] === '0') {
    return problem(
      'cluster',
      `${node} has max_prepared_transactions = 0.`,
      'Set it as max_connections, and restart it.',
    )
  }
  const expected: Record<string, string> = { ...NODE_SETTINGS, lock_timeout: '10000ms' }
  const wrong = Object.keys(NODE_SETTINGS).filter((name) => settings[name] !== expected[name])
  return (
    wrong.length > 0 &&
    warning('cluster', `Sessions on ${node} have another ${wrong.join(', ')} than the service sets.`, AGAIN)
  )
}

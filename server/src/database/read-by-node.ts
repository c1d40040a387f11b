import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Unavailable } from '../errors.ts'
import { isDistributed } from './cluster.ts'
import type { Database } from './tables.ts'

/** A node of a cluster, and the workspaces that are there. */
export type NodeWorkspaces = { node: string; workspaceIds: string[] }

/** A condition on the workspace of a row. It is true for all of them where no node is away. */
export type IsRead = (column: string) => RawBuilder<boolean>

/**
 * Reads rows of all workspaces. Where a node of a cluster is away, `read` is called again for the workspaces of each
 * node, and `lost` for each node that does not answer. So one dead node hides no rows of others. The outage log reports
 * it, too.
 */
export async function readByNode<Row>(
  db: Database,
  read: (isRead: IsRead) => Promise<Row[]>,
  lost: (lost: NodeWorkspaces, error: Unavailable) => void = () => {},
): Promise<Row[]> {
  try {
    return await read(() => sql`true`)
  } catch (error) {
    if (!(error instanceof Unavailable) || !(await isDistributed(db))) throw error
  }
  const rows: Row[] = []
  for (const node of await workspacesByNode(db)) {
    try {
      const ids = `{${node.workspaceIds.join()}}`
      rows.push(...(await read((column) => sql`${sql.ref(column)} = any(${ids}::uuid[])`)))
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      lost(node, error)
    }
  }
  return rows
}

/** Which workspaces are on which node. It asks the coordinator alone. */
export async function workspacesByNode(db: Database): Promise<NodeWorkspaces[]> {
  const workspaces = await db.selectFrom('workspace_address').select('workspace_id').execute()
  const ids = JSON.stringify(workspaces.map((row) => row.workspace_id))
  const { rows } = await sql<NodeWorkspaces>`
    select nodename || ':' || nodeport as node, json_agg(id) as "workspaceIds"
    from json_array_elements_text(${ids}::json) id
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('workspace', id::uuid)
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    group by 1 order by 1`.execute(db)
  return rows
}

import { sql } from 'kysely'
import { audienceOf } from '../../context.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { QueryBatcher } from '../../database/paging/index.ts'
import type { RawJson } from '../../database/paging/index.ts'
import type { Grouping } from './grouping.ts'

type Shared = Pick<WorkspaceContext, 'db' | 'workspaceId'> & { grouping: Grouping }

const batchers = new WeakMap<Database, QueryBatcher<Shared, undefined, Buffer>>()

/**
 * Every brand or category of the workspace, sorted by name, as a JSON list of ids and names. The largest list has 2 MB:
 * concurrent calls share a statement and the bytes.
 */
export function listGroups(context: WorkspaceContext, grouping: Grouping): Promise<Buffer> {
  const { db, workspaceId } = context
  if (!batchers.has(db)) batchers.set(db, new QueryBatcher(readBatch))
  return batchers.get(db)!.load(`${audienceOf(context)} ${grouping}`, { db, workspaceId, grouping }, undefined)
}

async function readBatch(shared: Shared, asked: undefined[]): Promise<Buffer[]> {
  const list = Buffer.from(await readGroups(shared))
  return asked.map(() => list)
}

/** The database makes the raw JSON, so the driver reads one value instead of many rows. */
async function readGroups({ db, workspaceId, grouping }: Shared): Promise<RawJson> {
  const { rows } = await sql<{ entries: RawJson | null }>`
    select string_agg(row_to_json(listed)::text, ',') as entries from (
      select id, name from ${sql.table(grouping)} where workspace_id = ${workspaceId} order by name, id) listed`.execute(
    db,
  )
  return `[${rows[0]!.entries ?? ''}]`
}

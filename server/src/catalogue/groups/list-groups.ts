import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { RawJson } from '../../database/paging/index.ts'
import type { Grouping } from './grouping.ts'

/** Every brand or category of the workspace, sorted by name, as a JSON list of ids and names, which the database makes. */
export async function listGroups({ db, workspaceId }: WorkspaceContext, grouping: Grouping): Promise<RawJson> {
  const { rows } = await sql<{ entries: RawJson | null }>`
    select string_agg(row_to_json(listed)::text, ',') as entries from (
      select id, name from ${sql.table(grouping)} where workspace_id = ${workspaceId} order by name, id) listed`.execute(
    db,
  )
  return `[${rows[0]!.entries ?? ''}]`
}

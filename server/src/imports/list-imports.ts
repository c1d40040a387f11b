import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ImportRow } from './import-row.ts'
import { summaryOf } from './read-import.ts'
import type { ImportSummary } from './read-import.ts'

/** A page of the imports of a workspace, newest first. */
export async function listImports(
  { db, workspaceId }: WorkspaceContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportSummary[]> {
  const rows = await db
    .selectFrom('data_import')
    .selectAll()
    // Of what a check found, a list needs one number.
    .select(sql`json_build_object('rows', found -> 'rows')`.as('found'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'reading')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => summaryOf(row as ImportRow))
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ImportRow } from './import-row.ts'
import { summaryOf } from './read-import.ts'
import type { ImportSummary } from './read-import.ts'

type Page = { limit: number; offset: number }

/** A page of the imports of a workspace, newest first. */
export async function listImports(context: WorkspaceContext, page: Page): Promise<ImportSummary[]> {
  return (await importRows(context, page)).map(summaryOf)
}

/**
 * Their rows; only of the imports that came by the API, if that is asked. Of what a check found they have the counts.
 */
export async function importRows(
  { db, workspaceId }: WorkspaceContext,
  { limit, offset, byApi = false }: Page & { byApi?: boolean },
): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('data_import')
    .selectAll()
    .select(
      sql`found - array['fields', 'examples', 'newOnes', 'rejects', 'damaged', 'repeated'] #- '{prices,moves}'`.as(
        'found',
      ),
    )
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'reading')
    .$if(byApi, (query) => query.where(sql<boolean>`uploaded_by ->> 'type' = 'key'`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows as ImportRow[]
}

import type { WorkspaceContext } from '../context.ts'
import { findImport } from './import-row.ts'

export type RejectedRow = { line: number; label: string | null; reason: string }

/** A page of the rejected rows of an import, in the order of the file. Throws NotFound. */
export async function listRejects(
  context: WorkspaceContext,
  { id, limit, offset }: { id: string; limit: number; offset: number },
): Promise<RejectedRow[]> {
  await findImport(context, id)
  return context.db
    .selectFrom('data_import_reject')
    .select(['line', 'label', 'reason'])
    .where('workspace_id', '=', context.workspaceId)
    .where('import_id', '=', id)
    .orderBy('workspace_id')
    .orderBy('import_id')
    .orderBy('line')
    .limit(limit)
    .offset(offset)
    .execute()
}

import type { WorkspaceContext } from '../context.ts'
import { findImport } from './import-row.ts'
import type { NotedChange } from './note-changes.ts'

type ImportedChange = Pick<NotedChange, 'recordId' | 'shownOn' | 'label' | 'line' | 'kind' | 'changes'> & {
  /** What an undo made of it; `kept`: somebody else has changed the record since. */
  outcome: 'restored' | 'removed' | 'kept' | null
}

/** A page of what an import changed, field by field, in the order of the file. Throws NotFound. */
export async function listChanges(
  context: WorkspaceContext,
  { id, outcome, limit, offset }: { id: string; outcome?: 'kept' | undefined; limit: number; offset: number },
): Promise<ImportedChange[]> {
  await findImport(context, id)
  const rows = await context.db
    .selectFrom('data_import_change')
    .select(['record_id as recordId', 'shown_on as shownOn', 'label', 'line', 'kind', 'changes', 'outcome'])
    .where('workspace_id', '=', context.workspaceId)
    .where('import_id', '=', id)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .orderBy('workspace_id')
    .orderBy('import_id')
    .orderBy('line')
    .orderBy('record_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows as ImportedChange[]
}

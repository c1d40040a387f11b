import type { WorkspaceContext } from '../context.ts'
import { InvalidRequest } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'

const MB = 1_000_000

/**
 * Throws InvalidRequest where the workspace keeps too many files, `more` included, or too much of them. It says which one to
 * remove.
 */
export async function requireRoom({ db, workspaceId }: WorkspaceContext, more = 0): Promise<void> {
  const { storedImports, storedImportBytes } = WORKSPACE_LIMITS
  const stored = db.selectFrom('data_import').where('workspace_id', '=', workspaceId)
  const { count, bytes } = await stored
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow()
  if (Number(count) + more <= storedImports && Number(bytes) <= storedImportBytes) return
  const oldest = await stored
    .select(['file_name', 'created_at'])
    .where('status', 'not in', ['reading', 'checking', 'importing', 'undoing'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const such = oldest ? `, such as "${oldest.file_name}" of ${oldest.created_at.toISOString().slice(0, 10)}` : ''
  throw new InvalidRequest(
    `Files of up to ${storedImportBytes / MB} MB, and ${storedImports} of them, are kept at a time. ` +
      `Remove imports that you no longer need${such}. What is a month old is removed by itself.`,
  )
}

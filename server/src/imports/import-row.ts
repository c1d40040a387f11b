import type { WorkspaceContext } from '../context.ts'
import type { ImportStatus } from '../database/column-values.ts'
import type { Row } from '../database/tables.ts'
import { InvalidRequest, NotFound, quoted } from '../errors.ts'
import type { FileDescription } from '../spreadsheets/files/read-file.ts'
import { isUuid } from '../uuid.ts'
import type { ImportCheck } from './import-check.ts'
import type { Reading } from './reading.ts'

/** An import with what its JSON holds. */
export type ImportRow = Omit<Row<'data_import'>, 'file' | 'reading' | 'found'> & {
  file: FileDescription
  reading: Reading
  found: ImportCheck | null
}

/** Throws NotFound, also for a file that is not read yet. */
export async function findImport({ db, workspaceId }: WorkspaceContext, id: string): Promise<ImportRow> {
  const row = isUuid(id)
    ? await db
        .selectFrom('data_import')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('status', '<>', 'reading')
        .executeTakeFirst()
    : undefined
  if (!row) throw new NotFound(`There is no import with the id ${quoted(id)}.`)
  return row as ImportRow
}

/**
 * The same, locked until the transaction ends. Throws InvalidRequest, in these words, unless its status is one of
 * these; without them, any status will do.
 */
export async function lockImport(
  trx: WorkspaceContext,
  id: string,
  wanted?: { statuses: readonly ImportStatus[]; otherwise: string },
): Promise<ImportRow> {
  if (isUuid(id)) {
    await trx.db
      .selectFrom('data_import')
      .select('id')
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
  }
  const row = await findImport(trx, id)
  if (wanted && !wanted.statuses.includes(row.status)) throw new InvalidRequest(wanted.otherwise)
  return row
}

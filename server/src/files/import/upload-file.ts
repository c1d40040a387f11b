import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { ImportKindName } from '../../database/column-values.ts'
import { jsonBatches, jsonRowset } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { MAX_FILE_BYTES } from '../spreadsheets/files/file-limits.ts'
import type { FileDescription, FilePart } from '../spreadsheets/files/read-file.ts'
import { takeFile } from '../spreadsheets/files/take-file.ts'
import type { SentFile, TakenFile } from '../spreadsheets/files/take-file.ts'
import { updateImport } from './import-row.ts'
import { newReading } from './reading.ts'

const MB = 1_000_000

/** Characters of a file name that are kept. */
const MAX_NAME = 200
const LIMIT = { maxBytes: MAX_FILE_BYTES, otherwise: 'Split it into several files.' }

export type Upload = SentFile & { name: string }

/** What is done with a file. Each returns the id of an import. */
type Settling = {
  /** The import that has this file already, by its path, if there is one: then it is not read. */
  find?: (path: string) => Promise<string | undefined>
  /** Shows the import, with how its rows are read. It may return another import of the same file instead. */
  settle: (kept: { id: string; file: FileDescription }) => Promise<string>
}

/**
 * Takes a file from the browser, CSV or Excel workbook, and keeps its rows. Without `kind`, its columns tell what it
 * holds. Nothing of the catalogue is touched. Returns the id of the import. Throws as `storeUpload` does.
 */
export async function uploadFile(
  context: WorkspaceContext,
  { kind: given, ...upload }: Upload & { kind?: ImportKindName | undefined },
): Promise<string> {
  return storeUpload(context, upload, {
    settle: async ({ id, file }) => {
      const { kind, reading } = await newReading(context, { id, file }, { kind: given })
      const changes = { status: 'ready', kind, reading: JSON.stringify(reading) } as const
      await inTransaction(context, (trx) => updateImport(trx, id, changes))
      return id
    },
  })
}

/**
 * Takes a file, and keeps its rows until they are settled. Throws InvalidInput with a sentence for a file that cannot
 * be taken, of which nothing is kept, InvalidRequest where the workspace keeps too many already, and Unavailable.
 */
export async function storeUpload(
  context: WorkspaceContext,
  { name, ...sent }: Upload,
  { find, settle }: Settling,
): Promise<string> {
  await requireRoom(context, 1)
  return takeFile(context, sent, LIMIT, (taken) => keepFile(context, name, taken, settle), find)
}

async function keepFile(
  context: WorkspaceContext,
  name: string,
  { file, bytes, parts }: TakenFile,
  settle: Settling['settle'],
): Promise<string> {
  const { workspaceId, actor, clock } = context
  const id = randomUUIDv7()
  const remove = () =>
    context.db.deleteFrom('data_import').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await inTransaction(context, ({ db }) =>
    db
      .insertInto('data_import')
      .values({
        workspace_id: workspaceId,
        id,
        kind: 'products',
        file_name: name.slice(0, MAX_NAME),
        status: 'reading',
        file: JSON.stringify(file),
        bytes,
        uploaded_by: JSON.stringify(actor),
        created_at: clock(),
      })
      .execute(),
  )
  try {
    // This one counts already: of two that come at once, one sees the other.
    await requireRoom(context)
    for await (const batch of jsonBatches(asJson(parts()))) await keepParts(context, id, batch)
    const settled = await settle({ id, file })
    if (settled !== id) await remove()
    return settled
  } catch (error) {
    await remove()
    throw error
  }
}

async function* asJson(parts: AsyncIterable<FilePart>): AsyncGenerator<string> {
  for await (const part of parts) yield JSON.stringify(part)
}

async function keepParts(context: WorkspaceContext, id: string, parts: string): Promise<void> {
  await inTransaction(context, ({ db, workspaceId }) =>
    sql`
      insert into data_import_part (workspace_id, import_id, sheet, position, last_line, lines)
      select ${workspaceId}, ${id}, sheet, position, "lastLine", lines
      from ${jsonRowset(parts, 'sheet integer, position integer, "lastLine" integer, lines text')}`.execute(db),
  )
}

/**
 * Throws InvalidRequest where the workspace keeps too many files, `more` included, or too much of them. It says which
 * one to remove.
 */
async function requireRoom({ db, workspaceId }: WorkspaceContext, more = 0): Promise<void> {
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

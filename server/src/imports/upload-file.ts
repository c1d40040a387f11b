import { randomUUIDv7 } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { WorkspaceContext } from '../context.ts'
import type { ImportKindName } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, OperatorError } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import { withIncomingFile } from '../images/incoming-file.ts'
import { MAX_FILE_BYTES } from '../spreadsheets/files/file-limits.ts'
import type { FilePart } from '../spreadsheets/files/read-file.ts'
import { readInThread } from '../spreadsheets/files/read-in-thread.ts'
import { writeBody } from '../write-body.ts'
import { newReading } from './new-reading.ts'

/** Files that are read at a time: each takes memory and most of a processor. Workspaces take turns. */
const readings = new FairQueue({ slots: 1, maxWaiting: 16 })

/** Characters of a file name that are kept. */
const MAX_NAME = 200

/**
 * Takes a file, CSV or Excel workbook, and keeps its rows. Without `kind`, its columns tell what it holds. Nothing of the catalogue is touched. Returns the id of the import.
 * Throws InvalidInput with a sentence for a file that cannot be taken.
 */
export async function uploadFile(
  context: WorkspaceContext,
  { name, kind, body }: { name: string; kind?: ImportKindName | undefined; body: Readable },
): Promise<string> {
  const incoming = context.images?.incoming ?? join(tmpdir(), 'trade-catalogue-incoming')
  return withIncomingFile({ incoming }, async (path) => {
    try {
      await writeBody(body, path, { maxBytes: MAX_FILE_BYTES, tooLarge })
      return await readings.run(context.workspaceId, () => keepFile(context, { name, kind }, path))
    } catch (error) {
      if (error instanceof OperatorError) throw new InvalidInput([{ path: 'file', message: error.message }])
      throw error
    }
  })
}

async function keepFile(
  context: WorkspaceContext,
  { name, kind: given }: { name: string; kind: ImportKindName | undefined },
  path: string,
): Promise<string> {
  const { workspaceId, actor, clock } = context
  const id = randomUUIDv7()
  await inTransaction(context, ({ db }) =>
    db
      .insertInto('data_import')
      .values({
        workspace_id: workspaceId,
        id,
        kind: 'products',
        file_name: name.slice(0, MAX_NAME),
        status: 'reading',
        file: '{}',
        uploaded_by: JSON.stringify(actor),
        created_at: clock(),
      })
      .execute(),
  )
  try {
    const file = await readInThread(path, (part) => keepPart(context, id, part))
    const { kind, reading } = await newReading(context, { id, file }, { kind: given })
    const read = { kind, file: JSON.stringify(file), reading: JSON.stringify(reading) }
    await inTransaction(context, ({ db }) =>
      db
        .updateTable('data_import')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .set({ status: 'ready', ...read })
        .execute(),
    )
    return id
  } catch (error) {
    await context.db.deleteFrom('data_import').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
    throw error
  }
}

async function keepPart(context: WorkspaceContext, id: string, part: FilePart): Promise<void> {
  const { sheet, position, lastLine, lines } = part
  await inTransaction(context, ({ db, workspaceId }) =>
    db
      .insertInto('data_import_part')
      .values({ workspace_id: workspaceId, import_id: id, sheet, position, last_line: lastLine, lines })
      .execute(),
  )
}

function tooLarge(): OperatorError {
  return new OperatorError(`The file is larger than ${MAX_FILE_BYTES / 1_048_576} MB. Split it into several files.`)
}

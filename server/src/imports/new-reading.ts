import type { WorkspaceContext } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { MAX_ROWS_ABOVE, tooManyRows, MAX_ROWS } from '../import/files/file-limits.ts'
import type { FileDescription } from '../import/files/read-file.ts'
import { firstRecords } from './import-parts.ts'
import { guessHeader, guessUses, shapeOf } from './reading.ts'
import type { Reading, RememberedMapping } from './reading.ts'

/**
 * How a file is read at first: the first sheet that has rows, or the one that is given; its header, guessed or given; and the
 * columns, as a file of that shape was read last, else guessed. Throws InvalidInput for a sheet or header that is not there.
 */
export async function newReading(
  context: WorkspaceContext,
  { id, file }: { id: string; file: FileDescription },
  given: { sheet?: number | undefined; headerLine?: number | undefined } = {},
): Promise<Reading> {
  const sheet =
    given.sheet ??
    Math.max(
      0,
      file.sheets.findIndex(({ rows }) => rows > 0),
    )
  const records = (await firstRecords(context, { id, sheet })).slice(0, MAX_ROWS_ABOVE)
  if (records.length === 0) throw new InvalidInput([{ path: 'sheet', message: 'This sheet has no rows.' }])
  const headerLine = given.headerLine ?? guessHeader(records)
  const above = records.findIndex(({ line }) => line === headerLine)
  if (above === -1) {
    const message = `The header must be one of the first ${MAX_ROWS_ABOVE} rows that are not blank.`
    throw new InvalidInput([{ path: 'headerLine', message }])
  }
  if (file.sheets[sheet]!.rows - above - 1 > MAX_ROWS) {
    throw new InvalidInput([{ path: 'file', message: tooManyRows('The file') }])
  }
  const header = withoutBlankEnd(records[above]!.cells.map((name) => name.trim()))
  const remembered = await recall(context, header)
  const how = remembered ?? { uses: guessUses(header), constants: {}, onDuplicate: 'error' as const }
  return { sheet, headerLine, header, ...how, isRemembered: remembered !== undefined }
}

/** Remembers how files of this shape are read. */
export async function remember({ db, workspaceId, clock }: WorkspaceContext, reading: Reading): Promise<void> {
  const { header, uses, constants, onDuplicate } = reading
  const mapping = JSON.stringify({ uses, constants, onDuplicate } satisfies RememberedMapping)
  await db
    .insertInto('import_mapping')
    .values({ workspace_id: workspaceId, kind: 'products', shape: shapeOf(header), mapping, used_at: clock() })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'kind', 'shape']).doUpdateSet({ mapping, used_at: clock() }),
    )
    .execute()
}

async function recall(
  { db, workspaceId }: WorkspaceContext,
  header: readonly string[],
): Promise<RememberedMapping | undefined> {
  const row = await db
    .selectFrom('import_mapping')
    .select('mapping')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'products')
    .where('shape', '=', shapeOf(header))
    .executeTakeFirst()
  return row?.mapping as RememberedMapping | undefined
}

function withoutBlankEnd(header: string[]): string[] {
  return header.slice(0, header.findLastIndex((name) => name !== '') + 1)
}

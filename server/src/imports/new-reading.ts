import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { MAX_ROWS_ABOVE, tooManyRows, MAX_ROWS } from '../spreadsheets/files/file-limits.ts'
import type { FileDescription } from '../spreadsheets/files/read-file.ts'
import type { ImportKindName } from '../database/column-values.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { guessKind, KINDS } from './import-kinds.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import { firstRecords } from './import-parts.ts'
import { guessHeader, guessUses } from './columns.ts'
import { shapeOf } from './reading.ts'
import type { Reading, RememberedMapping } from './reading.ts'

type Given = {
  kind?: ImportKindName | undefined
  sheet?: number | undefined
  headerLine?: number | undefined
  recalls?: boolean
}

/**
 * How a file is read at first: the first sheet that has rows, or the one that is given; its header and what it holds,
 * guessed or given; and the columns, as a file of that shape was read last (unless `recalls` is false), else guessed.
 * `records`: its first rows below the header.
 * Throws InvalidInput for a sheet or header that is not there.
 */
export async function newReading(
  context: WorkspaceContext,
  { id, file }: { id: string; file: FileDescription },
  given: Given = {},
): Promise<{ kind: ImportKindName; reading: Reading; records: CsvRecord[] }> {
  const sheet =
    given.sheet ??
    Math.max(
      0,
      file.sheets.findIndex(({ rows }) => rows > 0),
    )
  const all = await firstRecords(context, { id, sheet })
  const records = all.slice(0, MAX_ROWS_ABOVE)
  if (records.length === 0) throw new InvalidInput([{ path: 'sheet', message: 'This sheet has no rows.' }])
  const headerLine = given.headerLine ?? guessHeader(given.kind ? [KINDS[given.kind]] : Object.values(KINDS), records)
  const above = records.findIndex(({ line }) => line === headerLine)
  if (above === -1) {
    const message = `The header must be one of the first ${MAX_ROWS_ABOVE} rows that are not blank.`
    throw new InvalidInput([{ path: 'headerLine', message }])
  }
  if (file.sheets[sheet]!.rows - above - 1 > MAX_ROWS) {
    throw new InvalidInput([{ path: 'file', message: tooManyRows('The file') }])
  }
  const header = withoutBlankEnd(records[above]!.cells.map((name) => name.trim()))
  const body = all.filter(({ line }) => line > headerLine)
  const remembered = given.recalls === false ? undefined : await recall(context, header, given.kind)
  const kind = given.kind ?? remembered?.kind ?? guessKind(header)
  const how = remembered?.mapping ?? {
    uses: guessUses(KINDS[kind], header, body).uses,
    constants: {},
    onDuplicate: 'error' as const,
  }
  const reading = { sheet, headerLine, header, ...how, isRemembered: remembered !== undefined }
  return { kind, reading, records: body }
}

/** Remembers what files of this shape hold, and how they are read: of the shapes that were read last. */
export async function remember(
  { db, workspaceId, clock }: WorkspaceContext,
  kind: ImportKindName,
  reading: Reading,
): Promise<void> {
  const { header, uses, constants, onDuplicate } = reading
  const mapping = JSON.stringify({ uses, constants, onDuplicate } satisfies RememberedMapping)
  await db
    .insertInto('import_mapping')
    .values({ workspace_id: workspaceId, kind, shape: shapeOf(header), mapping, used_at: clock() })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'kind', 'shape']).doUpdateSet({ mapping, used_at: clock() }),
    )
    .execute()
  await sql`
    delete from import_mapping where workspace_id = ${workspaceId} and (kind, shape) in (
      select kind, shape from import_mapping where workspace_id = ${workspaceId}
      order by used_at desc offset ${WORKSPACE_LIMITS.rememberedShapes})`.execute(db)
}

async function recall(
  { db, workspaceId }: WorkspaceContext,
  header: readonly string[],
  kind: ImportKindName | undefined,
): Promise<{ kind: ImportKindName; mapping: RememberedMapping } | undefined> {
  const row = await db
    .selectFrom('import_mapping')
    .select(['kind', 'mapping'])
    .where('workspace_id', '=', workspaceId)
    .where('shape', '=', shapeOf(header))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as { kind: ImportKindName; mapping: RememberedMapping } | undefined
}

function withoutBlankEnd(header: string[]): string[] {
  return header.slice(0, header.findLastIndex((name) => name !== '') + 1)
}

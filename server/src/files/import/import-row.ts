import type { WorkspaceContext } from '../../context.ts'
import type { ImportStatus } from '../../database/column-values.ts'
import type { NewRow, Row } from '../../database/tables.ts'
import { InvalidRequest, NotFound, quoted } from '../../errors.ts'
import type { FileDescription } from '../spreadsheets/files/read-file.ts'
import { readGuarded } from '../spreadsheets/cells.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { ImportCheck } from './import-check.ts'
import type { Reading } from './columns.ts'

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

/** Changes the row of an import. */
export async function updateImport(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  changes: Partial<NewRow<'data_import'>>,
): Promise<void> {
  await db
    .updateTable('data_import')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

type Place = { id: string; sheet: number }

/** Reads a sheet part by part, from the rows after a line on. */
async function* readParts(
  { db, workspaceId }: WorkspaceContext,
  { id, sheet }: Place,
  afterLine = 0,
): AsyncGenerator<CsvRecord[]> {
  for (let position = -1, line = afterLine; ;) {
    const part = await db
      .selectFrom('data_import_part')
      .select(['position', 'lines'])
      .where('workspace_id', '=', workspaceId)
      .where('import_id', '=', id)
      .where('sheet', '=', sheet)
      .where('position', '>', position)
      .where('last_line', '>', line)
      .orderBy('workspace_id')
      .orderBy('import_id')
      .orderBy('sheet')
      .orderBy('position')
      .limit(1)
      .executeTakeFirst()
    if (!part) return
    yield recordsOf(part.lines).filter((record) => record.line > line)
    position = part.position
    line = afterLine
  }
}

/** The rows after the header, or after a later line, part by part. */
export async function* partsOfImport(
  context: WorkspaceContext,
  { id, file, reading }: ImportRow,
  afterLine = 0,
): AsyncGenerator<CsvRecord[]> {
  const from = Math.max(reading.headerLine, afterLine)
  for await (const part of readParts(context, { id, sheet: reading.sheet }, from)) {
    yield file.format === 'csv' ? part : part.map((record) => widened(record, reading.header.length))
  }
}

/** A row of a sheet ends at its last filled cell. */
function widened({ cells, line }: CsvRecord, width: number): CsvRecord {
  return cells.length >= width
    ? { cells, line }
    : { cells: [...cells, ...Array.from({ length: width - cells.length }, () => '')], line }
}

/** The first rows of a sheet. */
export async function firstRecords(context: WorkspaceContext, place: Place): Promise<CsvRecord[]> {
  for await (const part of readParts(context, place)) return part
  return []
}

function recordsOf(lines: string): CsvRecord[] {
  return (JSON.parse(lines) as [number, string[]][]).map(([line, cells]) => ({ line, cells: cells.map(readGuarded) }))
}

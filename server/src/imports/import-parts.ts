import type { WorkspaceContext } from '../context.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { readGuarded } from '../spreadsheets/formula-guard.ts'
import type { ImportRow } from './import-row.ts'

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

import type { WorkspaceContext } from '../context.ts'
import { guardFormula } from '../spreadsheets/formula-guard.ts'
import { REJECT_COLUMNS } from '../spreadsheets/reject-columns.ts'
import { partsOfImport } from './import-parts.ts'
import type { ImportRow } from './import-row.ts'

/** Excel takes a CSV file for UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * The rejected rows of an import as CSV, in parts: as they are in the file, each with its line and the reason beside
 * it, under these two names. The mended file can be imported: those two columns are ignored.
 */
export async function* rejectsCsv(
  context: WorkspaceContext,
  row: ImportRow,
  names: readonly string[] = REJECT_COLUMNS,
): AsyncGenerator<string> {
  const { header, uses } = row.reading
  const kept = header.flatMap((name, column) => (names.includes(name) && uses[column] === 'ignore' ? [] : [column]))
  yield `${BYTE_ORDER_MARK}${csvLine([...kept.map((column) => header[column]!), ...names])}`
  for await (const records of partsOfImport(context, row)) {
    const reasons = await reasonsOf(context, row.id, records[0]?.line ?? 0, records.at(-1)?.line ?? 0)
    const lines = records.flatMap(({ cells, line }) => {
      const reason = reasons.get(line)
      const surplus = cells.slice(header.length)
      return reason === undefined
        ? []
        : [csvLine([...kept.map((column) => cells[column] ?? ''), String(line), reason, ...surplus])]
    })
    if (lines.length > 0) yield lines.join('')
  }
}

async function reasonsOf({ db, workspaceId }: WorkspaceContext, id: string, first: number, last: number) {
  const rows = await db
    .selectFrom('data_import_reject')
    .select(['line', 'reason'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('line', '>=', first)
    .where('line', '<=', last)
    .execute()
  return new Map(rows.map(({ line, reason }) => [line, reason]))
}

function csvLine(cells: readonly string[]): string {
  const quoted = cells
    .map(guardFormula)
    .map((cell) => (/[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}\r\n`
}

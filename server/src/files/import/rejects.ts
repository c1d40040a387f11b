import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { BYTE_ORDER_MARK, csvCell, REJECT_COLUMNS } from '../spreadsheets/cells.ts'
import type { ChosenRow, Outcome, RejectReason } from './import-kind.ts'
import { findImport, partsOfImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'

export type RejectedRow = { line: number; label: string | null; reason: string }

/** Characters of the reasons of a row that are kept. They quote what is in its cells. */
const MAX_REASON = 500
/** Rows in one statement. */
const BATCH = 1_000
/** How many reasons a check shows, and rows of each. */
const [REASONS, ROWS] = [20, 20]

/** What differs between rows that are rejected for one reason: quoted cells, days and other rows. */
const OF_ROW = /"[^"]*(?:"|$)|\d{4}-\d{2}-\d{2}|\brow \d+/g

/** Without half a surrogate pair, which the database refuses: what a reason quotes may be cut already. */
export function shortened(reason: string): string {
  return (reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason).toWellFormed()
}

/** The rows that are refused, and those that are rejected by their positions in `rows`. */
export function rejectsAmong(
  rows: readonly ChosenRow[],
  refused: ReadonlyMap<ChosenRow, string>,
  rejected: Outcome['rejected'],
): RejectedRow[] {
  const all = [...refused, ...rejected.map(({ row, reason }) => [rows[row]!, reason] as const)]
  return all.map(([{ line, label }, reason]) => ({ line, label, reason: shortened(reason) }))
}

/** Adds rejected rows of an import. */
export async function addRejects(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  rejects: readonly RejectedRow[],
): Promise<void> {
  for (let from = 0; from < rejects.length; from += BATCH) {
    const rows = rejects.slice(from, from + BATCH)
    await sql`
      insert into data_import_reject (workspace_id, import_id, line, label, reason)
      select ${workspaceId}, ${id}, line, label, reason from ${rowset(rows, 'line integer, label text, reason text')}
      on conflict (workspace_id, import_id, line) do update set reason = excluded.reason`.execute(db)
  }
}

/** Replaces all rejected rows of an import. */
export async function replaceRejects(
  trx: WorkspaceContext,
  id: string,
  rejects: readonly RejectedRow[],
): Promise<void> {
  await trx.db
    .deleteFrom('data_import_reject')
    .where('workspace_id', '=', trx.workspaceId)
    .where('import_id', '=', id)
    .execute()
  await addRejects(trx, id, rejects)
}

/** A page of the rejected rows of an import, in the order of the file. Throws NotFound. */
export async function listRejects(
  context: WorkspaceContext,
  { id, limit, offset }: { id: string; limit: number; offset: number },
): Promise<RejectedRow[]> {
  await findImport(context, id)
  return context.db
    .selectFrom('data_import_reject')
    .select(['line', 'label', 'reason'])
    .where('workspace_id', '=', context.workspaceId)
    .where('import_id', '=', id)
    .orderBy('workspace_id')
    .orderBy('import_id')
    .orderBy('line')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Why rows of a part are rejected, by line. */
export async function rejectsOf(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  records: readonly { line: number }[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('data_import_reject')
    .select(['line', 'reason'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('line', '>=', records[0]?.line ?? 0)
    .where('line', '<=', records.at(-1)?.line ?? 0)
    .execute()
  return new Map(rows.map(({ line, reason }) => [line, reason]))
}

/** Groups rejected rows by reason, the most frequent first. What is of one row in a reason becomes "…". */
export function groupByReason(rejects: readonly RejectedRow[]): RejectReason[] {
  return [...Map.groupBy(rejects, reasonOf)]
    .map(([reason, rows]) => ({
      // Its rows follow, after a colon.
      reason: (rows.length === 1 ? rows[0]!.reason : reason).replace(/\.$/, ''),
      rows: rows.length,
      first: rows.slice(0, ROWS),
    }))
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, REASONS)
}

function reasonOf({ label, reason }: RejectedRow): string {
  const rest = label !== null && reason.startsWith(`${label} `) ? `…${reason.slice(label.length)}` : reason
  return rest.replaceAll(OF_ROW, '…')
}

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
    const reasons = await rejectsOf(context, row.id, records)
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

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, WorkspaceContext } from '../../context.ts'
import type { ImportKindName, ImportStatus } from '../../database/column-values.ts'
import type { NewRow, Row } from '../../database/tables.ts'
import { isAhead } from '../../database/rowset.ts'
import { InvalidRequest, NotFound, quoted } from '../../errors.ts'
import type { FileDescription } from '../spreadsheets/files/read-file.ts'
import { readGuarded } from '../spreadsheets/cells.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { rightsOfImport } from '../../shared/rights.ts'
import { requireRight } from '../../workspaces/caller.ts'
import { uuidOf } from '../../lib/uuid.ts'
import type { ImportCheck, ImportTools, Reading } from './import-kind.ts'

/** An import with what its JSON holds. */
export type ImportRow = Omit<Row<'data_import'>, 'file' | 'reading' | 'found'> & {
  file: FileDescription
  reading: Reading
  found: ImportCheck | null
}

/** Throws NotFound, also for a file that is not read yet. `isLocked`: until the transaction ends. */
export async function findImport(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  { isLocked = false } = {},
): Promise<ImportRow> {
  const row = await db
    .selectFrom('data_import')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', uuidOf(id))
    .where('status', '<>', 'reading')
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new NotFound(`There is no import with the id ${quoted(id)}.`, 'unknown_import')
  return row as ImportRow
}

/** The same, locked. Throws InvalidRequest, in these words, unless its status is one of these. */
export async function lockImport(
  trx: WorkspaceContext,
  id: string,
  { statuses, otherwise }: { statuses: readonly ImportStatus[]; otherwise: string },
): Promise<ImportRow> {
  const row = await findImport(trx, id, { isLocked: true })
  if (!statuses.includes(row.status)) throw new InvalidRequest(otherwise)
  return row
}

/** Throws Refused unless whoever asks may import files of that kind. Reading and checking one changes nothing. */
export function requireImport(context: WorkspaceContext, kind: ImportKindName): void {
  for (const right of rightsOfImport(kind)) requireRight(context, right)
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
  for (let position = -1; ;) {
    const part = await db
      .selectFrom('data_import_part')
      .select(['position', 'lines'])
      .where('workspace_id', '=', workspaceId)
      .where('import_id', '=', id)
      .where('sheet', '=', sheet)
      .where('position', '>', position)
      .where('last_line', '>', afterLine)
      .orderBy('workspace_id')
      .orderBy('import_id')
      .orderBy('sheet')
      .orderBy('position')
      .limit(1)
      .executeTakeFirst()
    if (!part) return
    const rows = JSON.parse(part.lines) as [line: number, cells: string[]][]
    yield rows.flatMap(([line, cells]) => (line > afterLine ? [{ line, cells: cells.map(readGuarded) }] : []))
    position = part.position
  }
}

/** The rows after the header, or after a later line, part by part. One may end at its last filled cell. */
export function partsOfImport(
  context: WorkspaceContext,
  { id, reading: { sheet, headerLine } }: ImportRow,
  afterLine = 0,
): AsyncGenerator<CsvRecord[]> {
  return readParts(context, { id, sheet }, Math.max(headerLine, afterLine))
}

/** The first rows of a sheet. */
export async function firstRecords(context: WorkspaceContext, place: Place): Promise<CsvRecord[]> {
  for await (const part of readParts(context, place)) return part
  return []
}

/** A claim ends after this time without a renewal or a write, in milliseconds: then another process goes on. */
const LEASE_MS = 30_000

export type Claim = { workspaceId: string; id: string; lease: string }

/** An import that is worked on. `signal` aborts it with ClaimLost. */
export type ImportJob = {
  context: WorkspaceContext
  claim: Claim
  row: ImportRow
  tools: ImportTools
  signal: AbortSignal | undefined
}

/** The rows of its file, as `partsOfImport` has them. */
export async function* partsOfJob({ context, row, signal }: ImportJob, afterLine?: number) {
  for await (const records of partsOfImport(context, row, afterLine)) {
    signal?.throwIfAborted()
    yield records
  }
}

/** Somebody stopped the work, or another process has taken it over. Whatever is not written yet must not be. */
export class ClaimLost extends Error {}

/**
 * Claims the imports that wait for work, oldest first, except those of `taken`. Other processes skip them meanwhile.
 */
export async function claimImports({ db, clock }: Context, most: number, taken: readonly string[]): Promise<Claim[]> {
  const now = clock()
  const lease = randomUUID()
  const isFree = sql<boolean>`${isAhead(sql`leased_until`, LEASE_MS, now)} is not true`
  const waiting = await db
    .selectFrom('data_import')
    .select(['workspace_id', 'id'])
    // No parameters: a prepared statement would not use the index of such imports.
    .where(sql<boolean>`status in ('checking', 'importing', 'undoing')`)
    .where(isFree)
    .orderBy('created_at')
    .limit(most + taken.length)
    .execute()
  const claimed: Claim[] = []
  for (const { workspace_id: workspaceId, id } of waiting) {
    if (taken.includes(id) || claimed.length === most) continue
    const { numUpdatedRows } = await db
      .updateTable('data_import')
      .set({ lease, leased_until: new Date(now.getTime() + LEASE_MS) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where(isFree)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) claimed.push({ workspaceId, id, lease })
  }
  return claimed
}

/** The import of a claim. Throws ClaimLost. */
export async function claimedImport(context: WorkspaceContext, { id, lease }: Claim): Promise<ImportRow> {
  const row = await findImport(context, id).catch(() => undefined)
  if (row?.lease !== lease) throw new ClaimLost()
  return row
}

/**
 * Writes to a claimed import, and keeps the claim. Throws ClaimLost if it was stopped or taken over. In a transaction
 * it also locks the import: nobody stops it before that ends.
 */
export async function updateClaimed(
  { db, workspaceId, clock }: WorkspaceContext,
  { id, lease }: Claim,
  changes: Partial<NewRow<'data_import'>>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('data_import')
    .set({ leased_until: new Date(clock().getTime() + LEASE_MS), ...changes })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', 'in', ['checking', 'importing', 'undoing'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ClaimLost()
}

/** Ends a claim, so that another process may go on at once. */
export async function releaseImport({ db }: Context, { workspaceId, id, lease }: Claim): Promise<void> {
  await sql`
    update data_import set lease = null, leased_until = null
    where workspace_id = ${workspaceId} and id = ${id} and lease = ${lease}`.execute(db)
}

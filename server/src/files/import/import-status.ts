import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { deleteLines } from '../../workspaces/activity/stored-edits.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { IMPORT_KEPT_MS, markImportUndone } from '../../workspaces/activity/ways-to-undo.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import type { NewRow } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { stateOfPrices } from '../../pricing/kinds-of-term.ts'
import { impactNowInWords } from '../../shared/price-impact.ts'
import { problemsOf } from './columns.ts'
import type { ImportCheck } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { findImport, lockImport, requireImport, updateImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { remember } from './reading.ts'

/** Starts the check of a file, which a job does. Throws NotFound, and InvalidRequest where the reading has problems. */
export async function startCheck(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { kind, reading, file, started_at } = await lockImport(trx, id, {
      statuses: ['ready', 'checked', 'failed'],
      otherwise: 'This file is being worked on, or is imported already.',
    })
    if (started_at !== null) throw new InvalidRequest('This import has begun: go on with it, or undo it.')
    const problems = problemsOf(KINDS[kind], reading)
    if (problems.length > 0) throw new InvalidRequest(problems.join(' '))
    await remember(trx, kind, reading)
    const total = file.sheets[reading.sheet]!.rows
    await move(trx, id, { status: 'checking', total, done: 0, found: null, problem: null, started_by: null })
  })
}

/**
 * Starts the import of a file that is checked, or goes on with one that was stopped or failed. Where what customers pay
 * may have changed since the check, it is checked again first, and begins only if it moves prices as that check showed.
 * Throws NotFound and InvalidRequest.
 */
export async function startImport(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await lockImport(trx, id, {
      statuses: ['checked', 'stopped', 'failed'],
      otherwise: 'Only a file that is checked can be imported.',
    })
    requireImport(trx, row.kind)
    if (row.found === null) throw new InvalidRequest('Check the file before you import it.')
    const problem = repeatedRows(row)
    if (problem !== null) throw new InvalidRequest(problem)
    const { found, started_at } = row
    const isMoved =
      started_at === null &&
      found.priceState !== undefined &&
      found.priceState !== (await stateOfPrices(trx, trx.clock()))
    if (isMoved) await checkFirst(trx, id)
    else await begin(trx, row, found)
  })
}

/** Has a file checked and then imported. What a check has shown before is kept until then: `startOnceChecked` compares. */
export async function checkFirst(trx: WorkspaceContext, id: string): Promise<void> {
  await move(trx, id, { status: 'checking', started_by: JSON.stringify(trx.actor), problem: null, done: 0 })
}

/**
 * Starts an import whose file is checked now, if somebody has asked for that. It fails where it cannot begin, or moves
 * prices in another way than the check that was shown before; null for none.
 */
export async function startOnceChecked(
  trx: WorkspaceContext,
  id: string,
  shown: Pick<ImportCheck, 'priceMoves'> | null,
): Promise<void> {
  const row = await findImport(trx, id)
  const { started_by: actor, found } = row
  if (!actor) return
  const problem = repeatedRows(row) ?? otherMoves(shown, found!)
  if (problem === null) await begin({ ...trx, actor }, row, found!)
  else await move(trx, id, { status: 'failed', problem, finished_at: trx.clock() })
}

async function begin(trx: WorkspaceContext, row: ImportRow, { rows, rejected }: ImportCheck): Promise<void> {
  const { id, started_at } = row
  await move(trx, id, {
    status: 'importing',
    problem: null,
    finished_at: null,
    ...(started_at === null && { started_at: trx.clock(), total: rows, done: 0, rejected }),
    started_by: JSON.stringify(trx.actor),
  })
  await record(trx, row, 'import.start', { rows, ...(started_at !== null && { continued: true }) })
}

/** Why a file cannot be imported whose rows repeat each other, in words. */
function repeatedRows({ found, reading }: ImportRow): string | null {
  return reading.onDuplicate === 'error' && found!.repeatedKeys > 0
    ? 'Several rows are about the same: choose whether the first or the last one counts.'
    : null
}

/** Why nothing is imported where prices would move in another way than was shown, in words. */
function otherMoves(shown: Pick<ImportCheck, 'priceMoves'> | null, { priceMoves: now }: ImportCheck): string | null {
  if (!shown || isDeepStrictEqual(shown.priceMoves, now)) return null
  const moves = impactNowInWords(now)
  return `What this does to prices has changed since the file was checked, and nothing is imported: ${moves} Import it again if that is right.`
}

/** Stops a check or an import after the rows that are being written. Throws NotFound and InvalidRequest. */
export async function stopImport(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await lockImport(trx, id, {
      statuses: ['checking', 'importing'],
      otherwise: 'Nothing is going on with this file that could be stopped.',
    })
    if (row.status === 'checking') return move(trx, id, { status: 'ready', found: null })
    await move(trx, id, { status: 'stopped', finished_at: trx.clock() })
    await recordImport(trx, row, 'import.stop')
  })
}

/** Starts to undo an import, which a job does. Throws NotFound and InvalidRequest. */
export async function startUndo(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await findImport(trx, id, { isLocked: true })
    requireImport(trx, row.kind)
    requireUndoable(row)
    await markImportUndone(trx, row.id)
    await move(trx, id, { status: 'undoing', problem: null, total: await countChanges(trx, id), done: 0 })
    await record(trx, row, 'import.undo', { created: row.created, updated: row.updated })
  })
}

/** Throws InvalidRequest. */
export function requireUndoable({ status, started_at }: Pick<ImportRow, 'status' | 'started_at'>): void {
  if (status === 'undoing' || status === 'undone') throw new InvalidRequest('This is undone already.')
  if (!['stopped', 'done', 'failed'].includes(status) || started_at === null) {
    throw new InvalidRequest('There is nothing of this import that could be undone.')
  }
}

/** How many records an undo goes through. */
async function countChanges({ db, workspaceId }: WorkspaceContext, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('record_edit_line')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('edit_id', '=', id)
    .where('version', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function recordImport(trx: WorkspaceContext, row: ImportRow, action: string): Promise<void> {
  const { kind, created, updated, unchanged, prices: priceChanges, rejected, price_change_id: priceChangeId } = row
  await record(trx, row, action, { kind, created, updated, unchanged, priceChanges, rejected, priceChangeId })
}

/** Records what undoing an import has done. */
export async function recordUndone(trx: WorkspaceContext, row: ImportRow): Promise<void> {
  await record(trx, row, 'import.undone', { restored: row.restored, removed: row.removed, left: row.kept })
}

/** Records something of an import, under the name of its file. */
function record(trx: WorkspaceContext, { id, file_name: label }: ImportRow, action: string, changes: object) {
  return recordActivity(trx, { action, subject: { type: 'import', id, label }, changes: { ...changes } })
}

/** Moves an import to another status. Whoever works on it finds out with its next write. */
export async function move(trx: WorkspaceContext, id: string, changes: Partial<NewRow<'data_import'>>): Promise<void> {
  await updateImport(trx, id, { lease: null, leased_until: null, ...changes })
}

/** How long a file is kept that is not imported, in milliseconds. */
const UNUSED_MS = 7 * 24 * 3_600_000
/** How long a file is kept that is still being read: its process has ended. */
const READING_MS = 3_600_000

/** Removes an import that nobody works on: its rows, and what would undo it. Throws NotFound and InvalidRequest. */
export async function removeImport(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await lockImport(trx, id, {
      statuses: ['ready', 'checked', 'stopped', 'done', 'failed', 'undone'],
      otherwise: 'This file is being worked on: stop that, or wait for its end, before you remove it.',
    })
    if (row.started_at !== null) requireImport(trx, row.kind)
    // Nobody sees it from now on. What is left of it, should this be cut off, the job removes.
    await updateImport(trx, id, { status: 'reading', created_at: new Date(0) })
    await record(trx, row, 'import.remove', {})
  })
  await deleteImport(context, id)
}

/** Deletes an import that nobody sees any more. */
async function deleteImport(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  id: string,
): Promise<void> {
  const deletions = [
    () => sql`
      delete from data_import_reject where workspace_id = ${workspaceId} and import_id = ${id} and line in (
        select line from data_import_reject where workspace_id = ${workspaceId} and import_id = ${id}
        order by workspace_id, import_id, line limit 1000)`,
    () => sql`
      delete from data_import_part where workspace_id = ${workspaceId} and import_id = ${id} and (sheet, position) in (
        select sheet, position from data_import_part where workspace_id = ${workspaceId} and import_id = ${id}
        order by workspace_id, import_id, sheet, position limit 20)`,
    () => sql`delete from data_import where workspace_id = ${workspaceId} and id = ${id}`,
  ]
  await deleteLines({ db, workspaceId }, id)
  // In small statements: a large import would hold others up.
  for (const deletion of deletions) {
    while (((await deletion().execute(db)).numAffectedRows ?? 0n) > 0n);
  }
}

/** Removes imports that ended a month ago, files that were never imported, and those whose upload was cut off. */
export async function removeOldImports({ db, clock }: Context): Promise<void> {
  const now = clock().getTime()
  const { rows: old } = await sql<{ workspaceId: string; id: string }>`
    select workspace_id as "workspaceId", id from data_import
    where status not in ('checking', 'importing', 'undoing') and (
      coalesce(finished_at, created_at) < ${new Date(now - IMPORT_KEPT_MS)}
      or started_at is null and created_at < ${new Date(now - UNUSED_MS)}
      or status = 'reading' and created_at < ${new Date(now - READING_MS)})`.execute(db)
  for (const { workspaceId, id } of old) await deleteImport({ db, workspaceId }, id)
}

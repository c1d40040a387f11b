import { isDeepStrictEqual } from 'node:util'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { markImportUndone } from '../../workspaces/activity/undone.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { NewRow } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { stateOfPrices } from '../../pricing/kinds-of-term.ts'
import { movesNowInWords } from '../../shared/price-moves.ts'
import { problemsOf } from './columns.ts'
import type { ImportCheck } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { findImport, lockImport, updateImport } from './import-row.ts'
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
  await move(trx, id, {
    status: 'checking',
    started_by: JSON.stringify(trx.actor),
    problem: null,
    done: 0,
  })
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

async function begin(
  trx: WorkspaceContext,
  { id, file_name, started_at }: ImportRow,
  { rows, rejected }: ImportCheck,
): Promise<void> {
  await move(trx, id, {
    status: 'importing',
    problem: null,
    finished_at: null,
    ...(started_at === null && { started_at: trx.clock(), total: rows, done: 0, rejected }),
    started_by: JSON.stringify(trx.actor),
  })
  await recordActivity(trx, {
    action: 'import.start',
    subject: { type: 'import', id, label: file_name },
    changes: { rows, ...(started_at !== null && { continued: true }) },
  })
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
  const moves = movesNowInWords(now)
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
    requireUndoable(row)
    await markImportUndone(trx, row.id)
    await move(trx, id, {
      status: 'undoing',
      problem: null,
      total: await countChanges(trx, id),
      done: 0,
    })
    await recordActivity(trx, {
      action: 'import.undo',
      subject: { type: 'import', id, label: row.file_name },
      changes: { created: row.created, updated: row.updated },
    })
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

/** Records what an import has done, under the name of its file. */
export async function recordImport(trx: WorkspaceContext, row: ImportRow, action: string): Promise<void> {
  const { id, kind, file_name: label, created, updated, unchanged, prices: priceChanges, rejected } = row
  const changes = { kind, created, updated, unchanged, priceChanges, rejected, priceChangeId: row.price_change_id }
  await recordActivity(trx, { action, subject: { type: 'import', id, label }, changes })
}

/** Records what undoing an import has done. */
export async function recordUndone(trx: WorkspaceContext, row: ImportRow): Promise<void> {
  const { id, file_name: label, restored, removed, kept: left } = row
  await recordActivity(trx, {
    action: 'import.undone',
    subject: { type: 'import', id, label },
    changes: { restored, removed, left },
  })
}

/** Moves an import to another status. Whoever works on it finds out with its next write. */
export async function move(trx: WorkspaceContext, id: string, changes: Partial<NewRow<'data_import'>>): Promise<void> {
  await updateImport(trx, id, { lease: null, leased_until: null, ...changes })
}

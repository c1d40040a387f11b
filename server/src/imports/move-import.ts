import { recordActivity } from '../activity/record-activity.ts'
import { markImportUndone } from '../activity/undone.ts'
import type { WorkspaceContext } from '../context.ts'
import type { NewRow } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import type { ImportRow } from './import-row.ts'
import { KINDS } from './import-kinds.ts'
import { lockImport } from './import-row.ts'
import { remember } from './new-reading.ts'
import { mappingOf } from './columns.ts'

/** Starts the check of a file, which a job does. Throws NotFound, and InvalidRequest where the reading has problems. */
export async function startCheck(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { kind, reading, file, started_at } = await lockImport(trx, id, {
      statuses: ['ready', 'checked', 'failed'],
      otherwise: 'This file is being worked on, or is imported already.',
    })
    if (started_at !== null) throw new InvalidRequest('This import has begun: go on with it, or undo it.')
    const { problems } = mappingOf(KINDS[kind], reading)
    if (problems.length > 0) throw new InvalidRequest(problems.join(' '))
    await remember(trx, kind, reading)
    const total = file.sheets[reading.sheet]!.rows
    await move(trx, id, { status: 'checking', total, done: 0, found: null, problem: null, started_by: null })
  })
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
    const row = await lockImport(trx, id)
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
    .selectFrom('data_import_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('kind', '<>', 'price')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Records what an import has done, under the name of its file. */
export async function recordImport(trx: WorkspaceContext, row: ImportRow, action: string): Promise<void> {
  const {
    id,
    kind,
    file_name: label,
    created,
    updated,
    unchanged,
    prices,
    rejected,
    price_change_id: priceChangeId,
  } = row
  const changes = { kind, created, updated, unchanged, priceChanges: prices, rejected, priceChangeId }
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
export async function move(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  changes: Partial<NewRow<'data_import'>>,
): Promise<void> {
  await db
    .updateTable('data_import')
    .set({ lease: null, leased_until: null, ...changes })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

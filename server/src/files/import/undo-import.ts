import { sql } from 'kysely'
import { linesBefore } from '../../workspaces/activity/stored-edits.ts'
import type { StoredLine } from '../../workspaces/activity/stored-edits.ts'
import type { UndoForecast } from '../../workspaces/activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { forecastUndo, undoLines } from '../../workspaces/undo/undo-lines.ts'
import { UNDO_KINDS } from '../../workspaces/undo/undo-edit.ts'
import { claimedImport, findImport, updateClaimed } from './import-row.ts'
import type { Claim, ImportJob } from './import-row.ts'
import { recordUndone, requireUndoable } from './import-status.ts'

/** Records in one transaction, at least: those of one row belong together. */
const BATCH = 200

/**
 * Takes back what an import changed, some records at a time, the last rows first: records get their old values back,
 * and new ones are deleted. What anybody has changed since is left. Throws ClaimLost.
 */
export async function undoImport({ context, claim, tools, signal }: ImportJob): Promise<void> {
  let before: number | undefined
  do {
    signal?.throwIfAborted()
    before = await tools.runQueued(context, (turn) => undoBatch(turn, claim, before))
  } while (before !== undefined)
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, { status: 'undone', lease: null, leased_until: null })
    await recordUndone(trx, await findImport(trx, claim.id))
  })
}

/** Undoes the last lines before this one. Returns the first of those; undefined if none is left. */
async function undoBatch(context: WorkspaceContext, claim: Claim, before?: number): Promise<number | undefined> {
  return inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, {})
    const { id, kind, restored, removed, kept } = await claimedImport(trx, claim)
    const lines = await linesBefore(trx, id, BATCH, before)
    if (lines.length === 0) return undefined
    const undone = await undoLines(trx, UNDO_KINDS[kind], lines)
    await noteOutcomes(trx, id, lines, undone)
    const counts = {
      restored: restored + undone.restored.length,
      removed: removed + undone.removed.length,
      kept: kept + lines.length - undone.restored.length - undone.removed.length,
    }
    await updateClaimed(trx, claim, { ...counts, done: counts.restored + counts.removed + counts.kept })
    return lines.at(-1)!.line
  })
}

/** What undoing an import would do. Throws NotFound and InvalidRequest. */
export async function forecastUndoImport(context: WorkspaceContext, id: string): Promise<UndoForecast> {
  const row = await findImport(context, id)
  requireUndoable(row)
  return forecastUndo(context, row.id, UNDO_KINDS[row.kind])
}

async function noteOutcomes(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  lines: readonly StoredLine[],
  { restored, removed }: Awaited<ReturnType<typeof undoLines>>,
): Promise<void> {
  const outcomes = new Map(lines.map((line) => [line.id, 'kept']))
  for (const id of restored) outcomes.set(id, 'restored')
  for (const id of removed) outcomes.set(id, 'removed')
  const rows = [...outcomes].map(([record_id, outcome]) => ({ record_id, outcome }))
  await sql`
    update record_edit_line l set outcome = noted.outcome
    from json_to_recordset(${JSON.stringify(rows)}::json) as noted(record_id uuid, outcome text)
    where l.workspace_id = ${workspaceId} and l.edit_id = ${id} and l.record_id = noted.record_id`.execute(db)
}

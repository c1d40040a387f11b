import { sql } from 'kysely'
import { lowerVersions } from '../../workspaces/activity/record-versions.ts'
import type { UndoForecast } from '../../workspaces/activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { ImportKindName } from '../../database/column-values.ts'
import { inTransaction } from '../../database/transaction.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import { leftAt } from './import-kind.ts'
import type { ImportTools, UndoKind, Undone, UndoneChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { findImport } from './import-row.ts'
import { recordUndone, requireUndoable } from './move-import.ts'
import { UndoForecastSum } from './undo-forecast.ts'

/** Records in one transaction, at least: those of one row belong together. */
const BATCH = 200
/** Records that one statement of a forecast looks up. */
const SLICE = 1_000
/** Behind every line of a file. */
const BEHIND_LAST = 2 ** 31 - 1

type Outcome = 'restored' | 'removed' | 'kept'
/** What is undone down to a line of the file. */
type Place = { line: number; counts: Record<Outcome, number> }

/**
 * Takes back what an import changed, some records at a time, the last rows first: records get their old values back,
 * and new ones are deleted. What anybody has changed since is left. Throws ClaimLost.
 */
export async function undoImport(
  context: WorkspaceContext,
  claim: Claim,
  { runQueued }: ImportTools,
  signal?: AbortSignal,
): Promise<void> {
  const { kind, restored, removed, kept } = await claimedImport(context, claim)
  for (let place: Place | null = { line: BEHIND_LAST, counts: { restored, removed, kept } }; place;) {
    signal?.throwIfAborted()
    const from: Place = place
    place = await runQueued(context, (turn) => undoBatch(turn, claim, kind, from))
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, { status: 'undone', lease: null, leased_until: null })
    await recordUndone(trx, await findImport(trx, claim.id))
  })
}

/** Null if nothing is left. */
async function undoBatch(
  context: WorkspaceContext,
  claim: Claim,
  kind: ImportKindName,
  { line, counts }: Place,
): Promise<Place | null> {
  return inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, {})
    const changes = await nextChanges(trx, claim.id, line)
    if (changes.length === 0) return null
    const undone = await undoChanges(trx, KINDS[kind], changes)
    const outcomes = new Map<string, Outcome>(changes.map(({ recordId }) => [recordId, 'kept']))
    for (const id of undone.restored) outcomes.set(id, 'restored')
    for (const id of undone.removed) outcomes.set(id, 'removed')
    await noteOutcomes(trx, claim.id, outcomes)
    const next = { ...counts }
    for (const outcome of outcomes.values()) next[outcome]++
    await updateClaimed(trx, claim, { ...next, done: next.restored + next.removed + next.kept })
    return { line: changes.at(-1)!.line, counts: next }
  })
}

/** Takes changes of one kind back. What is as before an act has the version of then, too. */
export async function undoChanges(
  trx: WorkspaceContext,
  kind: UndoKind,
  changes: readonly UndoneChange[],
): Promise<Undone> {
  const undone = await kind.undo(trx, changes)
  const restored = new Set(undone.restored)
  const records = changes.map(leftAt).filter(({ id }) => restored.has(id))
  await lowerVersions(trx, kind.versioned, records)
  return undone
}

/** What undoing an import would do. Its changes are read in slices. Throws NotFound and InvalidRequest. */
export async function forecastUndoImport(context: WorkspaceContext, id: string): Promise<UndoForecast> {
  const row = await findImport(context, id)
  requireUndoable(row)
  const forecast = new UndoForecastSum(context, KINDS[row.kind])
  for (let line = BEHIND_LAST; ;) {
    const changes = await nextChanges(context, row.id, line, SLICE)
    if (changes.length === 0) return forecast.result()
    await forecast.add(changes)
    line = changes.at(-1)!.line
  }
}

/** The last changes before a line, with all those of the same row. */
async function nextChanges(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  beforeLine: number,
  count = BATCH,
): Promise<(UndoneChange & { line: number })[]> {
  const { rows } = await sql<UndoneChange & { line: number }>`
    select line, record_id as "recordId", label, kind, before, version from data_import_change
    where workspace_id = ${workspaceId} and import_id = ${id} and kind <> 'price' and outcome is null
      and line < ${beforeLine}
    order by workspace_id desc, import_id desc, line desc fetch first ${sql.lit(count)} rows with ties`.execute(db)
  return rows
}

async function noteOutcomes(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const rows = [...outcomes].map(([record_id, outcome]) => ({ record_id, outcome }))
  await sql`
    update data_import_change c set outcome = noted.outcome
    from json_to_recordset(${JSON.stringify(rows)}::json) as noted(record_id uuid, outcome text)
    where c.workspace_id = ${workspaceId} and c.import_id = ${id} and c.record_id = noted.record_id`.execute(db)
}

import { keepLines } from '../../workspaces/activity/kept-edits.ts'
import type { NewLine } from '../../workspaces/activity/kept-edits.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest, NotFound, OperatorError } from '../../errors.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { UNDO_KINDS } from '../../workspaces/undo/undo-edit.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import type { ChosenRow, ImportTools, Outcome, RecordChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { findImport, partsOfImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { recordImport } from './move-import.ts'
import { chosenOf, readerOf, surveyRows, withoutRefused } from './read-rows.ts'
import type { ReadCells } from './read-rows.ts'
import { addRejects, rejectsAmong, rejectsOf } from './rejects.ts'

/** How far an import has come, by the columns of its row. */

type Progress = Pick<
  ImportRow,
  'last_line' | 'done' | 'created' | 'updated' | 'unchanged' | 'prices' | 'rejected' | 'price_change_id'
>

type ImportBatch = {
  row: ImportRow
  rows: readonly ChosenRow[]
  refused: ReadonlyMap<ChosenRow, string>
  progress: Progress
}

/**
 * Imports the rows of a file that are not imported yet, part by part. Each write also moves the import on, in the same
 * transaction: no row is written twice, wherever this ends. Throws ClaimLost.
 */
export async function runImport(
  context: WorkspaceContext,
  claim: Claim,
  tools: ImportTools,
  signal?: AbortSignal,
): Promise<void> {
  await requirePlan(context)
  const row = await claimedImport(context, claim)
  const { read } = await readerOf(context, row, tools, signal)
  // The check has counted them: without any, every good row is chosen.
  const chosen = row.found?.duplicates === 0 ? undefined : await chooseLines(context, row, read, signal)
  let progress: Progress = row
  for await (const records of partsOfImport(context, row, row.last_line)) {
    signal?.throwIfAborted()
    // What the check has rejected stays out, as it was said.
    const rejected = row.found?.rejected === 0 ? new Map() : await rejectsOf(context, row.id, records)
    const rows = (await chosenOf(records, read, chosen)).filter(({ line }) => !rejected.has(line))
    const next = { ...progress, last_line: records.at(-1)!.line, done: progress.done + records.length }
    progress = await importBatch(context, claim, tools, { row, rows, progress: next })
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, { status: 'done', finished_at: trx.clock(), lease: null, leased_until: null })
    await recordImport(trx, await findImport(trx, claim.id), 'import.finish')
  })
}

/** The line of the row that counts, of each key. The same for a file whenever it is done. */
async function chooseLines(
  context: WorkspaceContext,
  row: ImportRow,
  read: ReadCells,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const survey = surveyRows(row.reading.onDuplicate)
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    await mapInSlices(records, ({ cells, line }) => survey.see(read(cells, line), line))
  }
  return survey.found().chosen
}

async function requirePlan(context: WorkspaceContext): Promise<void> {
  const { plan } = await readWorkspace(context, context.workspaceId)
  if (plan === 'lapsed') throw new OperatorError('The subscription has ended: nothing can be written.')
}

/** Writes a batch, without the rows that are refused: those are rejected. */
async function importBatch(
  context: WorkspaceContext,
  claim: Claim,
  tools: ImportTools,
  { row, rows, progress }: Omit<ImportBatch, 'refused'>,
): Promise<Progress> {
  const write = (draft: string | null) =>
    withoutRefused(KINDS[row.kind].fields, rows, (left, refused) =>
      tools.runQueued(context, (turn) =>
        writeBatch(turn, claim, { row, rows: left, refused, progress: { ...progress, price_change_id: draft } }),
      ),
    )
  const draft = progress.price_change_id
  return write(draft).catch((error) => {
    // The draft was published, scheduled or discarded meanwhile: a new one takes its place.
    if (draft !== null && (error instanceof NotFound || error instanceof InvalidRequest)) return write(null)
    throw error
  })
}

/** Writes a batch, notes what it changed, and moves the import on: all of it or nothing. Throws ClaimLost. */
async function writeBatch(
  context: WorkspaceContext,
  claim: Claim,
  { row: { kind: name, file_name }, rows, refused, progress }: ImportBatch,
): Promise<Progress> {
  const kind = KINDS[name]
  return inTransaction(context, async (trx) => {
    // Locks the import: nobody stops it, or goes on with it, before this is written.
    await updateClaimed(trx, claim, {})
    const batch = { rows, draft: progress.price_change_id, draftName: file_name }
    const outcome: Outcome = rows.length === 0 ? { changes: [], rejected: [] } : await kind.write(trx, batch)
    const { changes, rejected, draft = null } = outcome
    const rejects = rejectsAmong(rows, refused, rejected)
    await keepLines(trx, claim.id, UNDO_KINDS[name].versioned, changes.map(keptLine))
    await addRejects(trx, claim.id, rejects)
    const count = (wanted: RecordChange['kind']) =>
      changes.filter(({ kind, isBeside }) => kind === wanted && !isBeside).length
    const [created, updated] = [count('created'), count('updated')]
    const next: Progress = {
      last_line: progress.last_line,
      done: progress.done,
      created: progress.created + created,
      updated: progress.updated + updated,
      unchanged: progress.unchanged + rows.length - rejected.length - created - updated,
      prices: progress.prices + changes.filter(({ price }) => price).length,
      rejected: progress.rejected + rejects.length,
      price_change_id: progress.price_change_id ?? draft,
    }
    await updateClaimed(trx, claim, next)
    return next
  })
}

function keptLine({ recordId, line, title, before, kind, shownOn, changes, price }: RecordChange): NewLine {
  const drafted = price && { draftedListPrice: { from: price.from, to: price.to } }
  const more = { shownOn, changes: { ...changes, ...drafted } }
  return { recordId, line, label: title, before, isUndoable: kind !== 'price', ...more }
}

import { keepLines } from '../../workspaces/activity/kept-edits.ts'
import type { NewLine } from '../../workspaces/activity/kept-edits.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest, NotFound, OperatorError } from '../../errors.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { UNDO_KINDS } from '../../workspaces/undo/undo-edit.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { findImport, partsOfJob, updateClaimed } from './import-row.ts'
import type { ImportJob, ImportRow } from './import-row.ts'
import type { ChosenRow, Outcome, RecordChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { recordImport } from './move-import.ts'
import { chosenOf, readerOf, Survey, withoutRefused } from './read-rows.ts'
import type { ReadCells } from './read-rows.ts'
import { addRejects, rejectsAmong, rejectsOf } from './rejects.ts'

/** How far an import has come, by the columns of its row. */
type Progress = Pick<
  ImportRow,
  'last_line' | 'done' | 'created' | 'updated' | 'unchanged' | 'prices' | 'rejected' | 'price_change_id'
>

/**
 * Imports the rows of a file that are not imported yet, part by part. Each write also moves the import on, in the same
 * transaction: no row is written twice, wherever this ends. Throws ClaimLost.
 */
export async function runImport(job: ImportJob): Promise<void> {
  const { context, claim, row, tools } = job
  await requirePlan(context)
  const { read } = await readerOf(job)
  // The check has counted them: without any, every good row is chosen.
  const survey = row.found?.duplicates === 0 ? undefined : await surveyOf(job, read)
  let progress: Progress = row
  for await (const records of partsOfJob(job, row.last_line)) {
    // What the check has rejected stays out, as it was said.
    const rejected = row.found?.rejected === 0 ? new Map() : await rejectsOf(context, row.id, records)
    const rows = (await chosenOf(records, read, survey)).filter(({ line }) => !rejected.has(line))
    const reached = { ...progress, last_line: records.at(-1)!.line, done: progress.done + records.length }
    const write = (draft: string | null) =>
      withoutRefused(KINDS[row.kind].columns, rows, (left, refused) =>
        tools.runQueued(context, (turn) =>
          writeBatch(
            { ...job, context: turn },
            { rows: left, refused, progress: { ...reached, price_change_id: draft } },
          ),
        ),
      )
    const draft = progress.price_change_id
    progress = await write(draft).catch((error) => {
      // The draft was published, scheduled or discarded meanwhile: a new one takes its place.
      if (draft !== null && (error instanceof NotFound || error instanceof InvalidRequest)) return write(null)
      throw error
    })
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, { status: 'done', finished_at: trx.clock(), lease: null, leased_until: null })
    await recordImport(trx, await findImport(trx, claim.id), 'import.finish')
  })
}

/** The same for a file whenever it is done. */
async function surveyOf(job: ImportJob, read: ReadCells): Promise<Survey> {
  const survey = new Survey(job.row.reading.onDuplicate)
  for await (const records of partsOfJob(job)) {
    await mapInSlices(records, ({ cells, line }) => survey.see(read(cells, line), line))
  }
  return survey
}

async function requirePlan(context: WorkspaceContext): Promise<void> {
  const { plan } = await readWorkspace(context, context.workspaceId)
  if (plan === 'lapsed') throw new OperatorError('The subscription has ended: nothing can be written.')
}

type Batch = { rows: readonly ChosenRow[]; refused: ReadonlyMap<ChosenRow, string>; progress: Progress }

/** Writes a batch, notes what it changed, and moves the import on: all of it or nothing. Throws ClaimLost. */
async function writeBatch(
  { context, claim, row: { kind: name, file_name } }: ImportJob,
  { rows, refused, progress }: Batch,
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

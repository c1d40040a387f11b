import type { WorkspaceContext } from '../context.ts'
import { InvalidInput, InvalidRequest, NotFound, OperatorError } from '../errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import { decideForms } from './decide-forms.ts'
import type { ChosenRow } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { partsOfImport } from './import-parts.ts'
import { findImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { recordImport } from './move-import.ts'
import { refusedRows } from './reasons.ts'
import { chosenOf, readerOf, surveyImport } from './survey-import.ts'
import type { ImportTools } from './tools.ts'
import { writeBatch } from './write-batch.ts'
import type { ImportBatch, Progress } from './write-batch.ts'

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
  const read = await readerOf(context, row, tools, await decideForms(context, row, signal))
  // The check has counted them: without any, every good row is chosen.
  const survey = row.found?.duplicates === 0 ? undefined : await surveyImport(context, row, read, signal)
  let progress = progressOf(row)
  for await (const records of partsOfImport(context, row, row.last_line)) {
    signal?.throwIfAborted()
    const refused = await rejectedLines(context, row, records)
    const chosen = await chosenOf(records, read, survey)
    progress = await importBatch(context, claim, tools, {
      kind: row.kind,
      fileName: row.file_name,
      rows: chosen.filter(({ line }) => !refused.has(line)),
      progress: { ...progress, lastLine: records.at(-1)!.line, done: progress.done + records.length },
    })
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, { status: 'done', finished_at: trx.clock(), lease: null, leased_until: null })
    await recordImport(trx, await findImport(trx, claim.id), 'import.finish')
  })
}

/** Rows of a part that the check has rejected: they stay out, as it was said. */
async function rejectedLines(
  { db, workspaceId }: WorkspaceContext,
  { id, found }: ImportRow,
  records: readonly CsvRecord[],
): Promise<Set<number>> {
  if (records.length === 0 || found?.rejected === 0) return new Set()
  const rows = await db
    .selectFrom('data_import_reject')
    .select('line')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('line', '>=', records[0]!.line)
    .where('line', '<=', records.at(-1)!.line)
    .execute()
  return new Set(rows.map(({ line }) => line))
}

async function requirePlan(context: WorkspaceContext): Promise<void> {
  const { plan } = await readWorkspace(context, context.workspaceId)
  if (plan === 'lapsed') throw new OperatorError('The subscription has ended: nothing can be written.')
}

function progressOf(row: ImportRow): Progress {
  const { last_line: lastLine, done, created, updated, unchanged, prices, rejected, price_change_id: draft } = row
  return { lastLine, done, created, updated, unchanged, prices, rejected, draft }
}

/** Writes a batch. Rows that are refused are rejected with the reasons, and the others are written without them. */
async function importBatch(
  context: WorkspaceContext,
  claim: Claim,
  tools: ImportTools,
  batch: Omit<ImportBatch, 'rejected'>,
): Promise<Progress> {
  const { kind, rows, progress } = batch
  const rejects = new Map<ChosenRow<unknown>, string>()
  for (let draft = progress.draft; ;) {
    const left = rows.filter((chosen) => !rejects.has(chosen))
    const rejected = [...rejects].map(([{ line, label }, reason]) => ({ line, label, reason }))
    try {
      return await tools.runQueued(context, (turn) =>
        writeBatch(turn, claim, { ...batch, rows: left, rejected, progress: { ...progress, draft } }),
      )
    } catch (error) {
      // The draft was published, scheduled or discarded meanwhile: a new one takes its place.
      if (draft !== null && (error instanceof NotFound || error instanceof InvalidRequest)) draft = null
      else if (error instanceof InvalidInput) {
        for (const [row, reason] of refusedRows(KINDS[kind].fields, error, left)) rejects.set(row, reason)
      } else throw error
    }
  }
}

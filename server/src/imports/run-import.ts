import { setTimeout } from 'node:timers/promises'
import type { WorkspaceContext } from '../context.ts'
import { BUSY, InvalidInput, InvalidRequest, NotFound, OperatorError } from '../errors.ts'
import { inTransaction } from '../database/transaction.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { chosenOf, surveyImport } from './check-import.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import { partsOfImport } from './import-parts.ts'
import { findImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { recordImport } from './move-import.ts'
import { productReader } from './product-reader.ts'
import { reasonInWords } from './field-labels.ts'
import type { ImportTools } from './tools.ts'
import { writeRows } from './write-rows.ts'
import type { ChosenRow, Progress } from './write-rows.ts'

/** Products of one write: two calls of the API. A part of a file has as many. */
const BATCH = 200
/** The pause where the queue is full, in milliseconds, and how often it may be. */
const BUSY_MS = 1_000
const BUSY_TIMES = 60

/**
 * Imports the rows of a file that are not imported yet, two hundred at a time. Each write also moves the import on, in the same
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
  const read = await productReader(context, row, tools)
  const survey = await surveyImport(context, row, read, signal)
  let progress = progressOf(row)
  for await (const records of partsOfImport(context, row, row.last_line)) {
    const rows = chosenOf(records, read, survey)
    for (let from = 0; from === 0 || from < rows.length; from += BATCH) {
      signal?.throwIfAborted()
      const batch = rows.slice(from, from + BATCH)
      const isLast = from + BATCH >= rows.length
      const lastLine = isLast ? records.at(-1)!.line : batch.at(-1)!.line
      const passed = records.filter(({ line }) => line > progress.lastLine && line <= lastLine).length
      const next = { ...progress, lastLine, done: progress.done + passed }
      progress = await importBatch(context, claim, tools, { row, rows: batch, progress: next })
    }
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, { status: 'done', finished_at: trx.clock(), lease: null, leased_until: null })
    await recordImport(trx, await findImport(trx, claim.id), 'import.finish')
  })
}

async function requirePlan(context: WorkspaceContext): Promise<void> {
  const { plan } = await readWorkspace(context, context.workspaceId)
  if (plan === 'lapsed') throw new OperatorError('The subscription has ended: nothing can be written.')
}

function progressOf(row: ImportRow): Progress {
  const { last_line: lastLine, done, created, updated, unchanged, prices, rejected, price_change_id: draft } = row
  return { lastLine, done, created, updated, unchanged, prices, rejected, draft }
}

type Batch = { row: ImportRow; rows: ChosenRow[]; progress: Progress }

/** Writes a batch. Rows that the catalogue refuses are rejected with its reasons, and the others are written without them. */
async function importBatch(
  context: WorkspaceContext,
  claim: Claim,
  { runQueued }: ImportTools,
  { row, rows, progress }: Batch,
): Promise<Progress> {
  const rejects = new Map<ChosenRow, string>()
  for (let draft = progress.draft, busy = 0; ;) {
    const left = rows.filter((chosen) => !rejects.has(chosen))
    const rejected = [...rejects].map(([{ line, product }, reason]) => ({ line, sku: product.sku, reason }))
    try {
      return await runQueued(context, (turn) =>
        writeRows(turn, claim, { fileName: row.file_name, rows: left, rejected, progress: { ...progress, draft } }),
      )
    } catch (error) {
      if (error === BUSY && ++busy < BUSY_TIMES) await setTimeout(BUSY_MS)
      // The draft was published, scheduled or discarded meanwhile: a new one takes its place.
      else if (draft !== null && (error instanceof NotFound || error instanceof InvalidRequest)) draft = null
      else if (error instanceof InvalidInput) noteRefused(error, left, rejects)
      else throw error
    }
  }
}

function noteRefused(error: InvalidInput, rows: readonly ChosenRow[], rejects: Map<ChosenRow, string>): void {
  const before = rejects.size
  for (const { path, message } of error.issues) {
    const [, position, field] = /^products\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
    const chosen = position === undefined ? undefined : rows[Number(position)]
    if (!chosen) throw error
    const reason = reasonInWords(field === undefined ? message : `${field}: ${message}`)
    rejects.set(chosen, rejects.has(chosen) ? `${rejects.get(chosen)}; ${reason}` : reason)
  }
  if (rejects.size === before) throw error
}

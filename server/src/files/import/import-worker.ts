import { undoerOf } from '../../workspaces/activity/ways-to-undo.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import type { Actor, ImportKindName } from '../../database/column-values.ts'
import type { Database } from '../../database/tables.ts'
import { OperatorError, Refused, Unauthorized, Unavailable, InvalidRequest, NotFound } from '../../errors.ts'
import { holdMembership } from '../../people/members.ts'
import { holdKey } from '../../workspaces/admit-key.ts'
import { rightsOfImport } from '../../shared/rights.ts'
import { checkImport } from './check-import.ts'
import {
  claimedImport,
  claimImports,
  ClaimLost,
  releaseImport,
  updateClaimed,
  findImport,
  partsOfJob,
} from './import-row.ts'
import type { Claim, ImportJob, ImportRow } from './import-row.ts'
import type { ImportTools, ChosenRow, Outcome, RecordChange } from './import-kind.ts'
import { undoImport } from './undo-import.ts'
import { storeLines } from '../../workspaces/activity/stored-edits.ts'
import type { NewLine } from '../../workspaces/activity/stored-edits.ts'
import { inTransaction } from '../../database/transaction.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { UNDO_KINDS } from '../../workspaces/undo/undo-edit.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { KINDS } from './import-kinds.ts'
import { recordImport } from './import-status.ts'
import { chosenOf, readerOf, Survey, withoutRefused } from './read-rows.ts'
import type { ReadCells } from './read-rows.ts'
import { addRejects, rejectsAmong, rejectsOf } from './rejects.ts'

/** Imports that a process works on at a time. Their writes take slots of heavy work. */
const AT_ONCE = 4

/** Who writes where no person is known any more. */
const IMPORTER = { type: 'system', id: null, name: 'Import' } as const

/** Works on the imports that wait for it, in the background. */
export class ImportWorker {
  readonly #context: Context
  readonly #tools: ImportTools
  readonly #running = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()

  constructor(context: Context, tools: ImportTools) {
    this.#context = context
    this.#tools = tools
  }

  /**
   * Starts to work on imports that wait, as many as there is room for. Does not wait for them. Returns their number.
   */
  async start(failed: (error: unknown) => void): Promise<number> {
    const room = AT_ONCE - this.#running.size
    if (room <= 0 || this.#closing.signal.aborted) return 0
    const claims = await claimImports(this.#context, room, [...this.#running.keys()])
    for (const claim of claims) {
      const running = workOn(this.#context, claim, this.#tools, this.#closing.signal)
        .catch(failed)
        .finally(() => this.#running.delete(claim.id))
      this.#running.set(claim.id, running)
      // A check may have started its import. Where this fails, the next call tries again.
      running.then(() => this.start(failed)).catch(() => {})
    }
    return claims.length
  }

  /** Stops after the rows that are being written. The rest is done after the next start, or by another process. */
  async close(): Promise<void> {
    this.#closing.abort(new ClaimLost())
    await Promise.all(this.#running.values())
  }
}

/** How often a claim is renewed, in milliseconds: reading a large file, or waiting for a turn, takes longer than it. */
const RENEW_MS = 10_000

/** Works on a claimed import until it is done, or `signal` aborts. Keeps the claim meanwhile. */
export async function workOn(context: Context, claim: Claim, tools: ImportTools, signal?: AbortSignal): Promise<void> {
  const { workspaceId } = claim
  const workspace = { ...context, workspaceId, actor: IMPORTER }
  // Where this fails, the next renewal tries again. A lost claim is noticed by the next write.
  const renewing = setInterval(() => void updateClaimed(workspace, claim, {}).catch(() => {}), RENEW_MS)
  try {
    const row = await claimedImport(workspace, claim)
    const actor = row.status === 'undoing' ? await undoerOf(workspace, row.id) : (row.started_by ?? row.uploaded_by)
    const isHeld = row.status === 'importing' || (row.status === 'checking' && row.started_by !== null)
    const as = { ...workspace, actor }
    const job = { context: isHeld ? heldBy(as, actor, row.kind) : as, claim, row, tools, signal }
    // Its last transaction may start the import.
    if (row.status === 'checking') await checkImport(job)
    if (row.status === 'importing') await runImport(job)
    if (row.status === 'undoing') await undoImport(job)
  } catch (error) {
    if (error instanceof ClaimLost) return
    // The database or the queue: the claim ends, and another attempt follows.
    if (error instanceof Unavailable) return
    const failed = { status: 'failed', problem: problemOf(error), finished_at: context.clock() } as const
    await updateClaimed(workspace, claim, failed)
    throw error
  } finally {
    clearInterval(renewing)
    await releaseImport(context, claim).catch(() => {})
  }
}

/** An import ends with the access of whoever started it. */
function heldBy(workspace: WorkspaceContext, actor: Actor, kind: ImportKindName): WorkspaceContext {
  const holdAccess =
    actor.type === 'key'
      ? (trx: Database) => holdKey(trx, actor.id!, { id: workspace.workspaceId, at: workspace.clock() })
      : holdMembership(workspace, actor, rightsOfImport(kind))
  return holdAccess ? { ...workspace, holdAccess } : workspace
}

function problemOf(error: unknown): string {
  return error instanceof OperatorError || error instanceof Refused || error instanceof Unauthorized
    ? error.message
    : 'Something went wrong in the service. What was imported stays; you can go on with the rest.'
}

/** How far an import has come, by the columns of its row. */
type Progress = Pick<
  ImportRow,
  'last_line' | 'done' | 'created' | 'updated' | 'unchanged' | 'prices' | 'rejected' | 'price_change_id'
>

/**
 * Imports the rows of a file that are not imported yet, part by part. Each write also moves the import on, in the same
 * transaction: no row is written twice, wherever this ends. Throws ClaimLost.
 */
async function runImport(job: ImportJob): Promise<void> {
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
    await storeLines(trx, claim.id, UNDO_KINDS[name].versioned, changes.map(keptLine))
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

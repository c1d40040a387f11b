import { undoerOf } from '../../workspaces/activity/undone.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import type { Database } from '../../database/tables.ts'
import { OperatorError, Refused, Unauthorized, Unavailable } from '../../errors.ts'
import { holdMembership } from '../../people/read-membership.ts'
import { holdKey } from '../../workspaces/admit-key.ts'
import { checkImport } from './check-import.ts'
import { claimedImport, claimImports, ClaimLost, releaseImport, updateClaimed } from './import-row.ts'
import type { Claim } from './import-row.ts'
import type { ImportTools } from './import-kind.ts'
import { runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

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
    const job = { context: isHeld ? heldBy(as, actor) : as, claim, row, tools, signal }
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
function heldBy(workspace: WorkspaceContext, actor: Actor): WorkspaceContext {
  const holdAccess =
    actor.type === 'key'
      ? (trx: Database) => holdKey(trx, actor.id!, { id: workspace.workspaceId, at: workspace.clock() })
      : holdMembership(workspace, actor)
  return holdAccess ? { ...workspace, holdAccess } : workspace
}

function problemOf(error: unknown): string {
  return error instanceof OperatorError || error instanceof Refused || error instanceof Unauthorized
    ? error.message
    : 'Something went wrong in the service. What was imported stays; you can go on with the rest.'
}

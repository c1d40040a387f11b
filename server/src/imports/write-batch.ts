import type { WorkspaceContext } from '../context.ts'
import type { ImportKindName } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { keepRejects } from './check-import.ts'
import { updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import type { ChosenRow, Written } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import type { RejectedRow } from './list-rejects.ts'
import { noteChanges } from './note-changes.ts'
import { shortened } from './reasons.ts'

/** How far an import has come, and its draft for new prices. */
export type Progress = {
  lastLine: number
  done: number
  created: number
  updated: number
  unchanged: number
  prices: number
  rejected: number
  draft: string | null
}

export type ImportBatch = {
  kind: ImportKindName
  fileName: string
  rows: readonly ChosenRow<unknown>[]
  rejected: readonly RejectedRow[]
  progress: Progress
}

const NOTHING: Written = { created: 0, updated: 0, unchanged: 0, changes: [] }

/** Writes a batch, notes what it changed, and moves the import on: all of it or nothing. Throws ClaimLost. */
export async function writeBatch(
  context: WorkspaceContext,
  claim: Claim,
  { kind, fileName, rows, rejected, progress }: ImportBatch,
): Promise<Progress> {
  return inTransaction(context, async (trx) => {
    // Locks the import: nobody stops it, or goes on with it, before this is written.
    await updateClaimed(trx, claim, {})
    const batch = { rows, draft: progress.draft, draftName: fileName }
    const written = rows.length === 0 ? NOTHING : await KINDS[kind].write(trx, batch)
    const refused = [...rejected, ...(written.rejected ?? [])].map((reject) => ({
      ...reject,
      reason: shortened(reject.reason),
    }))
    await noteChanges(trx, claim.id, { table: KINDS[kind].versioned, changes: written.changes })
    if (refused.length > 0) await keepRejects(trx, claim.id, refused)
    const next: Progress = {
      ...progress,
      created: progress.created + written.created,
      updated: progress.updated + written.updated,
      unchanged: progress.unchanged + written.unchanged,
      prices: progress.prices + (written.prices ?? 0),
      rejected: progress.rejected + refused.length,
      draft: progress.draft ?? written.draft ?? null,
    }
    const { lastLine: last_line, draft: price_change_id, ...counts } = next
    await updateClaimed(trx, claim, { last_line, price_change_id, ...counts })
    return next
  })
}

import { createHash } from 'node:crypto'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import type { ImportRow } from './import-row.ts'
import { findImport } from './import-row.ts'
import { newReading } from './new-reading.ts'
import { runSentImport } from './sent-import.ts'
import { sentReading } from './sent-reading.ts'
import type { AskedReading, SentKind } from './sent-reading.ts'
import { keepUpload, showUpload } from './upload-file.ts'
import type { Upload } from './upload-file.ts'

/** How long the same call finds the same import, in milliseconds. */
const SAME_MS = 24 * 3_600_000

type Sent = Upload & AskedReading & { kind: SentKind; dryRun: boolean }

/**
 * Takes a file by the API, and has it checked and imported; only checked on a dry run. The same bytes, read in the same
 * way, are the same import for a day: they are imported once, also after a dry run. Throws InvalidInput for a file or
 * columns that cannot be read, of which nothing is kept, InvalidRequest and Unavailable.
 */
export async function sendImport(
  context: WorkspaceContext,
  { kind, map, set, ignore, details, onDuplicate, dryRun, ...upload }: Sent,
): Promise<ImportRow> {
  const asked = { map, set, ignore, details, onDuplicate }
  let fingerprint = ''
  const id = await keepUpload(context, upload, {
    find: async (digest) => {
      const names = [ignore.toSorted(), details.toSorted()]
      fingerprint = fingerprintOf([digest, kind, inOrder(map), inOrder(set), ...names, onDuplicate, upload.encoding])
      return inTransaction(context, (trx) => findSame(trx, fingerprint, dryRun))
    },
    settle: async ({ id, file }) => {
      const guessed = await newReading(context, { id, file }, { kind, recalls: false })
      const reading = sentReading(kind, guessed, asked)
      return inTransaction(context, async (trx) => {
        // Of two that come at once, the second one meets the unique fingerprint, is tried again, and finds the first.
        const same = await findSame(trx, fingerprint, dryRun)
        if (same !== undefined) return same
        await showUpload(trx, id, {
          status: 'checking',
          kind,
          reading: JSON.stringify(reading),
          fingerprint,
          total: file.sheets[reading.sheet]!.rows,
          started_by: dryRun ? null : JSON.stringify(trx.actor),
        })
        return id
      })
    },
  })
  return findImport(context, id)
}

/** The import of the same call, which now runs unless it is a dry run. One that is old or undone no longer counts. */
async function findSame(trx: WorkspaceContext, fingerprint: string, dryRun: boolean): Promise<string | undefined> {
  const { db, workspaceId, clock } = trx
  const same = await db
    .selectFrom('data_import')
    .select(['id', 'status', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    .forUpdate()
    .executeTakeFirst()
  if (!same) return undefined
  const isOld = same.created_at.getTime() <= clock().getTime() - SAME_MS
  if (isOld || same.status === 'undoing' || same.status === 'undone') {
    await showUpload(trx, same.id, { fingerprint: null })
    return undefined
  }
  if (!dryRun) await runSentImport(trx, same.id)
  return same.id
}

function inOrder(values: Record<string, string>): [string, string][] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function fingerprintOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

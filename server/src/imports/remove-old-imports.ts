import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { deleteImport } from './remove-import.ts'

const DAY_MS = 24 * 3_600_000
/** How long an import is kept, with the rows of its file and what it changed: then it cannot be undone. In milliseconds. */
const KEPT_MS = 30 * DAY_MS
/** How long a file is kept that is not imported. */
const UNUSED_MS = 7 * DAY_MS
/** How long a file is kept that is still being read: its process has ended. */
const READING_MS = 3_600_000

/** Removes imports that ended a month ago, files that were never imported, and those whose upload was cut off. */
export async function removeOldImports({ db, clock }: Context): Promise<void> {
  const now = clock().getTime()
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    select workspace_id as "workspaceId", id from data_import
    where status not in ('checking', 'importing', 'undoing') and (
      coalesce(finished_at, created_at) < ${new Date(now - KEPT_MS)}
      or started_at is null and created_at < ${new Date(now - UNUSED_MS)}
      or status = 'reading' and created_at < ${new Date(now - READING_MS)})`.execute(db)
  for (const { workspaceId, id } of rows) await deleteImport({ db, workspaceId }, id)
}

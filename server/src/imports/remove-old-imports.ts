import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** How long an import is kept, with the rows of its file and what it changed: then it cannot be undone. In milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000
/** How long a file is kept that is still being read: its process has ended. */
const READING_MS = 24 * 3_600_000

/** Removes imports that ended a month ago, and files whose upload was cut off. */
export async function removeOldImports({ db, clock }: Context): Promise<void> {
  const now = clock().getTime()
  await sql`
    delete from data_import
    where status not in ('checking', 'importing', 'undoing') and (
      coalesce(finished_at, created_at) < ${new Date(now - KEPT_MS)}
      or status = 'reading' and created_at < ${new Date(now - READING_MS)})`.execute(db)
}

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { within } from '../database/within.ts'
import { USE_ACCURACY_MS } from './sessions.ts'

/**
 * Notes that a buyer was here, at most once an hour. It raises no revision: answers that show it are tagged by their
 * content. It waits for nobody: where somebody writes to the buyer just then, the next request notes it.
 */
export async function noteSeen(
  { db, admissionDb = db, clock }: Context,
  workspaceId: string,
  buyerId: string,
): Promise<void> {
  const now = clock()
  await sql`
    with due as (
      select workspace_id, id from buyer
      where workspace_id = ${workspaceId} and id = ${buyerId}
        and ${within(sql`last_seen_at`, USE_ACCURACY_MS, now)} is not true
      for no key update skip locked
    )
    update buyer b set last_seen_at = ${now} from due where b.workspace_id = ${workspaceId} and b.id = due.id`.execute(
    admissionDb,
  )
}

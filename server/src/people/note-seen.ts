import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { within } from '../database/within.ts'
import { USE_ACCURACY_MS } from './sessions.ts'

/**
 * Notes that a buyer was here, at most once an hour. Staff are shown it, so the workspace's revision rises, and with it
 * its entity tags. It waits for nobody: where somebody writes in the workspace just then, the next request notes it.
 */
export async function noteSeen(
  { db, admissionDb = db, clock }: Context,
  workspaceId: string,
  buyerId: string,
): Promise<void> {
  const now = clock()
  await sql`
    with free as (
      select workspace_id from workspace_revision where workspace_id = ${workspaceId} for no key update skip locked
    ), due as (
      select workspace_id, id from buyer
      where workspace_id = ${workspaceId} and id = ${buyerId} and exists (select from free)
        and ${within(sql`last_seen_at`, USE_ACCURACY_MS, now)} is not true
      for no key update skip locked
    ), seen as (
      update buyer b set last_seen_at = ${now} from due where b.workspace_id = ${workspaceId} and b.id = due.id
      returning b.workspace_id
    )
    update workspace_revision r set revision = revision + 1, nonce = ${randomUUID()}
    from seen where r.workspace_id = ${workspaceId}`.execute(admissionDb)
}

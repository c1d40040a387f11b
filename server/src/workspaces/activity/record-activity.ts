import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { nextUuid } from '../../lib/uuid.ts'
import { changeTimeAfter, recordChanges, updateShownTime } from './product-changes.ts'
import type { ProductChanges } from './product-changes.ts'

/** An entry of the activity. `action` is noun.verb; `changes` has any shape. */
export type ActivityEntry = {
  /** That of the edit that it tells, where this can be undone. */
  id?: string
  action: string
  /** Terms and buyers name their customer: its history includes them. */
  subject: {
    type: string
    id: string | null
    label: string
    customerId?: string | undefined
    groupId?: string | undefined
  }
  changes: Record<string, unknown>
}

/**
 * Writes an entry for the current actor, and raises the workspace's revision, which changes all entity tags. Records
 * the change time of products that the transaction has written. Call it last in the transaction: other writers of the
 * workspace wait here until the transaction ends.
 */
export async function recordActivity(
  context: WorkspaceContext,
  entry: ActivityEntry,
  changed?: ProductChanges,
): Promise<void> {
  const { db, workspaceId, actor, clock } = context
  const { id = nextUuid(), action, subject, changes } = entry
  await sql`
    insert into activity (workspace_id, id, at, actor, action, subject, changes)
    values (${workspaceId}, ${id}, ${clock()}, ${JSON.stringify(actor)}, ${action},
      ${JSON.stringify(subject)}, ${JSON.stringify(changes)})`.execute(db)
  await recordPart(context, changed)
}

/**
 * The same without an entry, for a part of something larger that has its own entries at its beginning and its end.
 */
export async function recordPart(context: WorkspaceContext, changed?: ProductChanges): Promise<void> {
  const { db, workspaceId } = context
  const raised = sql`update workspace_revision set revision = revision + 1, nonce = ${randomUUID()}`
  const ours = sql`where workspace_id = ${workspaceId}`
  if (!changed) {
    await sql`${raised} ${ours}`.execute(db)
    return
  }
  const { rows } = await sql<{ given: string; isShown: boolean }>`
    with moved as (
      ${raised}, products_changed_at = ${changeTimeAfter(changed.at)} ${ours} returning products_changed_at as given)
    select given::text, date_trunc('milliseconds', given) = ${changed.at} as "isShown" from moved`.execute(db)
  const { given, isShown } = rows[0]!
  await recordChanges(context, changed, given)
  if (!isShown) await updateShownTime(context, changed, given)
}

/** Gives a new workspace its revision, which all that is recorded later raises. */
export async function beginRevision({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await db.insertInto('workspace_revision').values({ workspace_id: workspaceId, revision: 0 }).execute()
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { nextUuid } from '../../lib/uuid.ts'
import { changeTimeAfter, recordChanges, updateShownTime } from './product-changes.ts'
import type { ProductChanges } from './product-changes.ts'
import { changesOfSubject, recordOtherChanges } from './record-changes.ts'
import type { RecordChanges } from './record-changes.ts'

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
 * the change time of what the transaction has written: the products, the order or customer that the subject names, and
 * the `others`. Call it last in the transaction: other writers of the workspace wait here until the transaction ends.
 */
export async function recordActivity(
  context: WorkspaceContext,
  entry: ActivityEntry,
  changed?: ProductChanges,
  others: readonly RecordChanges[] = [],
): Promise<void> {
  const { db, workspaceId, actor, clock } = context
  const { id = nextUuid(), action, subject, changes } = entry
  await sql`
    insert into activity (workspace_id, id, at, actor, action, subject, changes)
    values (${workspaceId}, ${id}, ${clock()}, ${JSON.stringify(actor)}, ${action},
      ${JSON.stringify(subject)}, ${JSON.stringify(changes)})`.execute(db)
  await recordPart(context, changed, [...changesOfSubject(subject), ...others])
}

/**
 * The same without an entry, for a part of something larger that has its own entries at its beginning and its end.
 */
export async function recordPart(
  context: WorkspaceContext,
  changed?: ProductChanges,
  others: readonly RecordChanges[] = [],
): Promise<void> {
  const { db, workspaceId, clock } = context
  const raised = sql`update workspace_revision set revision = revision + 1, nonce = ${randomUUID()}`
  const ours = sql`where workspace_id = ${workspaceId}`
  if (!changed && others.length === 0) {
    await sql`${raised} ${ours}`.execute(db)
    return
  }
  const at = changed?.at ?? clock()
  const time = changeTimeAfter(at)
  const ofProducts = changed ? sql`, products_changed_at = ${time}` : sql``
  const { rows } = await sql<{ given: string; isShown: boolean }>`
    with moved as (${raised}, changed_at = ${time}${ofProducts} ${ours} returning changed_at as given)
    select given::text, date_trunc('milliseconds', given) = ${at} as "isShown" from moved`.execute(db)
  const { given, isShown } = rows[0]!
  await recordOtherChanges(context, others, given)
  if (!changed) return
  await recordChanges(context, changed, given)
  if (!isShown) await updateShownTime(context, changed, given)
}

/** Gives a new workspace its revision, which all that is recorded later raises. */
export async function beginRevision({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await db.insertInto('workspace_revision').values({ workspace_id: workspaceId, revision: 0 }).execute()
}

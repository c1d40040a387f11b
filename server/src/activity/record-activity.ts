import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { setChangeTime, recordChanges, updateShownTime } from './product-changes.ts'
import type { ProductChanges } from './product-changes.ts'

/** An entry of the activity. `action` is noun.verb; `changes` has any shape. */
export type ActivityEntry = {
  /** That of the edit that it tells, where this can be undone. */
  id?: string
  action: string
  /** Terms and buyers name their customer: its history includes them. */
  subject: { type: string; id: string | null; label: string; customerId?: string }
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
  const { workspaceId, actor, clock } = context
  const { id = randomUUIDv7(), action, subject, changes } = entry
  const logged = sql`
    insert into activity (workspace_id, id, at, actor, action, subject, changes)
    values (${workspaceId}, ${id}, ${clock()}, ${JSON.stringify(actor)}, ${action},
      ${JSON.stringify(subject)}, ${JSON.stringify(changes)})`
  await raiseRevision(context, changed, logged)
}

/** The same without an entry, for a part of something larger that has its own entries at its beginning and its end. */
export async function recordPart(context: WorkspaceContext, changed?: ProductChanges): Promise<void> {
  await raiseRevision(context, changed)
}

async function raiseRevision(
  context: WorkspaceContext,
  changed: ProductChanges | undefined,
  logged?: RawBuilder<unknown>,
): Promise<void> {
  const { db, workspaceId } = context
  const { rows } = await sql<{ given: string; isShown: boolean }>`
    with moved as (
      insert into workspace_revision (workspace_id, revision, products_changed_at)
      values (${workspaceId}, 1, ${changed?.at ?? null})
      on conflict (workspace_id) do update set revision = workspace_revision.revision + 1, nonce = gen_random_uuid()
        ${changed ? sql`, ${setChangeTime}` : sql``}
      returning products_changed_at as given)
    ${changed ? sql`, recorded as (${recordChanges(workspaceId, changed)})` : sql``}
    ${logged ? sql`, logged as (${logged})` : sql``}
    select given::text, date_trunc('milliseconds', given) = ${changed?.at ?? null} as "isShown" from moved`.execute(db)
  const { given, isShown } = rows[0]!
  if (changed && !isShown) await updateShownTime(context, changed, given)
}

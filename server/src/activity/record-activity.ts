import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { changedTimeIs, noted, showTime } from './product-changes.ts'
import type { ProductChanges } from './product-changes.ts'

/** What happened, to what. `action` is noun.verb; `changes` is free in shape, and holds what an owner would ask. */
export type ActivityEntry = {
  action: string
  subject: { type: string; id: string | null; label: string }
  changes: Record<string, unknown>
}

/**
 * Writes an entry under the acting person's or key's name, and moves the workspace to its next revision, by which reads
 * know that their answers may have changed. Notes when products were changed, where the transaction has written some.
 * Call it last in the transaction of the change: until that ends, other writers in the workspace wait here.
 */
export async function recordActivity(
  context: WorkspaceContext,
  entry: ActivityEntry,
  changed?: ProductChanges,
): Promise<void> {
  const { db, workspaceId, actor, clock } = context
  const { action, subject, changes } = entry
  const { rows } = await sql<{ given: string; isShown: boolean }>`
    with moved as (
      insert into workspace_revision (workspace_id, revision, products_changed_at)
      values (${workspaceId}, 1, ${changed?.at ?? null})
      on conflict (workspace_id) do update set revision = workspace_revision.revision + 1, nonce = gen_random_uuid()
        ${changed ? sql`, ${changedTimeIs}` : sql``}
      returning products_changed_at as given),
    ${changed ? sql`noted as (${noted(workspaceId, changed)}),` : sql``}
    told as (
      insert into activity (workspace_id, id, at, actor, action, subject, changes)
      values (${workspaceId}, ${randomUUIDv7()}, ${clock()}, ${JSON.stringify(actor)}, ${action},
        ${JSON.stringify(subject)}, ${JSON.stringify(changes)}))
    select given::text, date_trunc('milliseconds', given) = ${changed?.at ?? null} as "isShown" from moved`.execute(db)
  const { given, isShown } = rows[0]!
  if (changed && !isShown) await showTime(context, changed, given)
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'

/** What happened, to what. `action` is noun.verb; `changes` is free in shape, and holds what an owner would ask. */
export type ActivityEntry = {
  action: string
  subject: { type: string; id: string | null; label: string }
  changes: Record<string, unknown>
}

/**
 * Writes an entry under the acting person's or key's name, and moves the workspace to its next revision, by which reads
 * know that their answers may have changed. Call it last in the transaction of the change: until that ends, other
 * writers in the workspace wait here.
 */
export async function recordActivity(context: WorkspaceContext, entry: ActivityEntry): Promise<void> {
  await context.db
    .with('moved', (also) =>
      also
        .insertInto('workspace_revision')
        .values({ workspace_id: context.workspaceId, revision: 1 })
        .onConflict((conflict) =>
          conflict
            .column('workspace_id')
            .doUpdateSet({ revision: sql`workspace_revision.revision + 1`, nonce: sql`gen_random_uuid()` }),
        ),
    )
    .insertInto('activity')
    .values({
      workspace_id: context.workspaceId,
      id: randomUUIDv7(),
      at: context.clock(),
      actor: JSON.stringify(context.actor),
      action: entry.action,
      subject: JSON.stringify(entry.subject),
      changes: JSON.stringify(entry.changes),
    })
    .execute()
}

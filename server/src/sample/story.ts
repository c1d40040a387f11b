import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ActivityEntry } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { rowset } from '../database/rowset.ts'

/** An event at the sample wholesaler. */
export type StoryEntry = ActivityEntry & { by: Actor; at: Date }

/** A context for an actor at a past time. */
export function doneBy(context: WorkspaceContext, actor: Actor, at: Date): WorkspaceContext {
  return { ...context, actor, clock: () => at }
}

/** Writes activity entries with their times in the past. */
export async function tell({ db, workspaceId }: WorkspaceContext, entries: readonly StoryEntry[]): Promise<void> {
  const rows = entries.map(({ by, ...entry }) => ({ ...entry, id: randomUUIDv7(), actor: by }))
  await sql`
    insert into activity (workspace_id, id, at, actor, action, subject, changes)
    select ${workspaceId}, id, at, actor, action, subject, changes
    from ${rowset(rows, 'id uuid, at timestamptz, actor jsonb, action text, subject jsonb, changes jsonb')}`.execute(db)
}

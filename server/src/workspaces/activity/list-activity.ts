import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import { isUuid } from '../../lib/uuid.ts'

export type ActivityEntry = {
  id: string
  at: string
  actor: Actor
  action: string
  subject: { type: string; id: string | null; label: string }
  changes: Record<string, unknown>
}

type ActivityFilter = {
  /** A type of subject, such as product, or the id of one. */
  subject?: string | undefined
  /** A type of actor, such as key, or the id of one. */
  actor?: string | undefined
}

/** A page of the activity, newest first. */
export async function listActivity(
  { db, workspaceId }: WorkspaceContext,
  { subject, actor, limit, offset }: ActivityFilter & { limit: number; offset: number },
): Promise<ActivityEntry[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'at', 'actor', 'action', 'subject', 'changes'])
    .where('workspace_id', '=', workspaceId)
    .$if(subject !== undefined, (query) => query.where(names('subject', subject!)))
    .$if(actor !== undefined, (query) => query.where(names('actor', actor!)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** A UUID is an id; anything else is a type. */
function names(column: 'subject' | 'actor', value: string) {
  const field = isUuid(value) ? 'id' : 'type'
  return sql<boolean>`${sql.ref(column)} ->> ${sql.lit(field)} = ${value.toLowerCase()}`
}

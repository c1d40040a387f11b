import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { isUuid } from '../uuid.ts'
import type { ActivityEntry } from './list-activity.ts'

export type ActivitySearch = {
  /** A type of actor, such as key, or the id of one. */
  who?: string | undefined
  /** A type of subject, such as product; an action, such as product.update; or the id of a subject. */
  what?: string | undefined
  /** The first time that counts, and the first that no longer does. */
  from?: Date | undefined
  until?: Date | undefined
}

/** A page of the activity, newest first: the entries older than the one with the id `before`. */
export async function searchActivity(
  { db, workspaceId }: WorkspaceContext,
  { limit, before, ...search }: ActivitySearch & { limit: number; before?: string | undefined },
): Promise<ActivityEntry[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'at', 'actor', 'action', 'subject', 'changes'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(${sql.join([...conditionsOf(search), isOlder(workspaceId, before)], sql` and `)})`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

function conditionsOf({ who, what, from, until }: ActivitySearch): RawBuilder<unknown>[] {
  return [
    ...(who === undefined ? [] : [sql`${field('actor', who)} = ${who.toLowerCase()}`]),
    ...(what === undefined ? [] : [sql`${field('subject', what)} = ${what.toLowerCase()}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
  ]
}

/** The field that a text names: an id, an action or a type. */
function field(column: 'actor' | 'subject', text: string): RawBuilder<unknown> {
  if (column === 'subject' && text.includes('.')) return sql`action`
  return sql`${sql.ref(column)} ->> ${sql.lit(isUuid(text) ? 'id' : 'type')}`
}

function isOlder(workspaceId: string, before: string | undefined): RawBuilder<unknown> {
  if (before === undefined) return sql`true`
  return sql`(at, id) < (select at, id from activity where workspace_id = ${workspaceId} and id = ${before})`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { addDays, startOfDay } from '../local-day.ts'
import { isUuid } from '../uuid.ts'
import type { ActivityEntry } from './list-activity.ts'

export type ActivitySearch = {
  /** A type of actor, such as key, or the id of one. */
  who?: string | undefined
  /** A type of subject, such as product; an action, such as product.update; or the id of a subject. */
  what?: string | undefined
  /** The first and the last day, in the time zone of the workspace. */
  from?: string | undefined
  to?: string | undefined
}

/** A page of the activity, newest first: the entries older than the one with the id `before`. */
export async function searchActivity(
  context: WorkspaceContext,
  { limit, before, ...search }: ActivitySearch & { limit: number; before?: string | undefined },
): Promise<ActivityEntry[]> {
  const { db, workspaceId } = context
  const conditions = [...subjectsOf(search), ...(await timesOf(context, search)), ...olderThan(workspaceId, before)]
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'at', 'actor', 'action', 'subject', 'changes'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

function subjectsOf({ who, what }: ActivitySearch): RawBuilder<unknown>[] {
  return [
    ...(who === undefined ? [] : [sql`${field('actor', who)} = ${who.toLowerCase()}`]),
    ...(what === undefined ? [] : [sql`${field('subject', what)} = ${what.toLowerCase()}`]),
  ]
}

async function timesOf({ db, workspaceId }: WorkspaceContext, { from, to }: ActivitySearch) {
  if (from === undefined && to === undefined) return []
  const { timezone } = await db
    .selectFrom('workspace')
    .select('timezone')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return [
    ...(from === undefined ? [] : [sql`at >= ${startOfDay(from, timezone)}`]),
    ...(to === undefined ? [] : [sql`at < ${startOfDay(addDays(to, 1), timezone)}`]),
  ]
}

/** The field that a text names: an id, an action or a type. */
function field(column: 'actor' | 'subject', text: string): RawBuilder<unknown> {
  if (column === 'subject' && text.includes('.')) return sql`action`
  return sql`${sql.ref(column)} ->> ${sql.lit(isUuid(text) ? 'id' : 'type')}`
}

function olderThan(workspaceId: string, before: string | undefined): RawBuilder<unknown>[] {
  if (before === undefined) return []
  return [sql`(at, id) < (select at, id from activity where workspace_id = ${workspaceId} and id = ${before})`]
}

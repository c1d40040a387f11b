import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { addDays, startOfDay } from '../../lib/local-time.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Actor } from '../../database/column-values.ts'
import { withWaysToUndo } from './ways-to-undo.ts'
import type { UndoableEntry } from './ways-to-undo.ts'

type ActivitySearch = {
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
): Promise<UndoableEntry[]> {
  const { db, workspaceId } = context
  const isOlder = sql`(at, id) < (select at, id from activity where workspace_id = ${workspaceId} and id = ${before})`
  const conditions = [...subjectsOf(search), ...(await timesOf(context, search)), ...(before ? [isOlder] : [])]
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'at', 'actor', 'action', 'subject', 'changes', 'undone'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const entries = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return withWaysToUndo(context, entries)
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

/** Actors that one statement looks up. */
const SLICE = 1_000

/**
 * All people and keys that have changed something, each with its latest name, by name. Those without an id are left
 * out.
 */
export async function listActors(context: WorkspaceContext): Promise<Actor[]> {
  const found: Actor[] = []
  for (let actors = await actorsAfter(context, ''); actors.length > 0;) {
    found.push(...actors)
    actors = actors.length < SLICE ? [] : await actorsAfter(context, actors.at(-1)!.id!)
  }
  const { rows } = await sql<{ actor: Actor }>`
    select actor from json_array_elements(${JSON.stringify(found)}::json) as actor
    order by actor ->> 'name', actor ->> 'id'`.execute(context.db)
  return rows.map(({ actor }) => actor)
}

/** The next ones by id. A loose index scan: one look-up for each actor, however many entries there are. */
async function actorsAfter({ db, workspaceId }: WorkspaceContext, id: string): Promise<Actor[]> {
  const { rows } = await sql<{ actor: Actor }>`
    with recursive found as (
      (select actor from activity where workspace_id = ${workspaceId} and actor ->> 'id' > ${id}
        order by workspace_id, actor ->> 'id', at desc, id desc limit 1)
      union all
      select (select actor from activity where workspace_id = ${workspaceId} and actor ->> 'id' > found.actor ->> 'id'
        order by workspace_id, actor ->> 'id', at desc, id desc limit 1)
      from found where found.actor ->> 'id' is not null)
    select actor from found where actor ->> 'id' is not null limit ${sql.lit(SLICE)}`.execute(db)
  return rows.map(({ actor }) => actor)
}

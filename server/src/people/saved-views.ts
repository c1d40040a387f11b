import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalidField, InvalidRequest, NotFound } from '../errors.ts'
import type { InvalidInput } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { ListWithViews } from '../shared/limits.ts'

/** Views of one person for one list. */
const MAX_VIEWS = 50
/** So many are shown: all of one's own, and 200 or more that colleagues share. */
const MAX_SHOWN = MAX_VIEWS + 200
const NO_VIEW = 'There is no such view that you could change: it may have been deleted.'

/** A member of the staff. Owners remove the shared views of others, too. */
type Viewer = { personId: string; mayRemoveShared: boolean }

/** `query` is that of the list's address, without its "?". */
type ViewInput = { name: string; isShared: boolean; query: string }

/** The views of a list: the person's own by name, then those that colleagues share. */
export async function listViews(context: WorkspaceContext, list: ListWithViews, { personId, mayRemoveShared }: Viewer) {
  const rows = await context.db
    .selectFrom('saved_view as v')
    .innerJoin('person as p', 'p.id', 'v.person_id')
    .select(['v.id', 'v.name', 'v.query', 'v.is_shared as isShared', 'v.person_id', 'p.name as by'])
    .where('v.workspace_id', '=', context.workspaceId)
    .where('v.list', '=', list)
    // The name of a shared one may be that of a customer of somebody else.
    .where(({ or, eb }) =>
      or([eb('v.person_id', '=', personId), ...(context.heldTo === undefined ? [eb('v.is_shared', '=', true)] : [])]),
    )
    .orderBy(({ eb }) => eb('v.person_id', '=', personId), 'desc')
    .orderBy(sql`v.name collate "und-x-icu"`)
    .orderBy('v.id')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ person_id, ...view }) => {
    const isOwn = person_id === personId
    return { ...view, isOwn, canRemove: isOwn || mayRemoveShared }
  })
}

/** Saves a view of a list. Throws InvalidInput for a name that the person's views have, and InvalidRequest. */
export async function saveView(
  context: WorkspaceContext,
  { list, ...view }: ViewInput & { list: ListWithViews },
  { personId }: Viewer,
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const { db, workspaceId, clock } = trx
    const own = await db
      .selectFrom('saved_view')
      .select('name_key')
      .where('workspace_id', '=', workspaceId)
      .where('list', '=', list)
      .where('person_id', '=', personId)
      .execute()
    if (own.length >= MAX_VIEWS) throw new InvalidRequest(`You have ${MAX_VIEWS} views: delete one first.`)
    if (own.some(({ name_key }) => name_key === matchingKey(view.name))) throw takenName(view.name)
    const id = randomUUIDv7()
    await db
      .insertInto('saved_view')
      .values({ workspace_id: workspaceId, id, list, person_id: personId, created_at: clock(), ...columnsOf(view) })
      .execute()
    return { id }
  })
}

/** Changes an own view. Throws NotFound, and InvalidInput for a name that another one has. */
export async function changeView(
  context: WorkspaceContext,
  { id, ...view }: ViewInput & { id: string },
  { personId }: Viewer,
): Promise<void> {
  await inTransaction(context, async ({ db, workspaceId }) => {
    const own = db.selectFrom('saved_view').where('workspace_id', '=', workspaceId).where('person_id', '=', personId)
    const found = await own.select('list').where('id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound(NO_VIEW)
    const other = await own
      .select('id')
      .where('list', '=', found.list)
      .where('name_key', '=', matchingKey(view.name))
      .where('id', '<>', id)
      .executeTakeFirst()
    if (other) throw takenName(view.name)
    await db
      .updateTable('saved_view')
      .set(columnsOf(view))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  })
}

/** Deletes an own view; an owner, also a shared one. Throws NotFound. */
export async function removeView(
  context: WorkspaceContext,
  id: string,
  { personId, mayRemoveShared }: Viewer,
): Promise<void> {
  await inTransaction(context, async ({ db, workspaceId }) => {
    const { numDeletedRows } = await db
      .deleteFrom('saved_view')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where(({ or, eb }) =>
        or([eb('person_id', '=', personId), ...(mayRemoveShared ? [eb('is_shared', '=', true)] : [])]),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new NotFound(NO_VIEW)
  })
}

function columnsOf({ name, isShared, query }: ViewInput) {
  return { name, name_key: matchingKey(name), is_shared: isShared, query }
}

function takenName(name: string): InvalidInput {
  return invalidField('name', `You have a view "${name}" already: choose another name.`)
}

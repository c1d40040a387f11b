import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { requireNotUndone } from '../../activity/undone.ts'
import { EDIT_KEPT_MS } from '../../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { NotFound } from '../../errors.ts'
import { isUuid } from '../../uuid.ts'

/**
 * An edit of many products that can be undone; locked, until the transaction ends. Throws NotFound if it is older than
 * a day, and InvalidRequest if it is undone already.
 */
export async function readUndoableEdit(
  context: WorkspaceContext,
  id: string,
  mode?: 'locked',
): Promise<Row<'product_edit'>> {
  const { db, workspaceId, clock } = context
  const edit = isUuid(id)
    ? await db
        .selectFrom('product_edit')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('created_at', '>', new Date(clock().getTime() - EDIT_KEPT_MS))
        .$if(mode === 'locked', (query) => query.forUpdate())
        .executeTakeFirst()
    : undefined
  if (!edit) throw new NotFound('There is no product change of that id that can still be undone: a day has passed.')
  await requireNotUndone(context, edit.id)
  return edit
}

type Condition = (workspaceId: string, edit: Row<'product_edit'>) => RawBuilder<boolean>

/** SQL: the product of a line `l` was changed or deleted since. */
export const isChangedSince: Condition = (workspaceId, { id }) => sql`not exists (
  select from product_change c
  where c.workspace_id = ${workspaceId} and c.product_id = l.product_id and c.changed_at = (
    select changed_at from product_edit where workspace_id = ${workspaceId} and id = ${id}))`

/** SQL: the old brand or category of a line `l` was merged into another one. */
export const hasLostGroup: Condition = (workspaceId, { field }) => {
  if (field !== 'brand' && field !== 'category') return sql`false`
  return sql`(l.before ->> 'is' is not null and not exists (
    select from ${sql.table(field)} g where g.workspace_id = ${workspaceId} and g.id = (l.before ->> 'is')::uuid))`
}

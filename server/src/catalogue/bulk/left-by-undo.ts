import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../../database/tables.ts'

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

import { sql } from 'kysely'
import type { Grouping } from '../catalogue/groups/grouping.ts'
import { visibleTo } from '../catalogue/visible-to.ts'
import type { CustomerContext } from './buyer-context.ts'

type Group = { id: string; name: string }

/** Brands or categories by name: those with a product that the buyer's customer can see. */
export async function visibleGroups(context: CustomerContext, grouping: Grouping): Promise<Group[]> {
  const { db, workspaceId, customerId } = context
  const { rows } = await sql<Group>`
    select g.id, g.name from ${sql.table(grouping)} g
    where g.workspace_id = ${workspaceId} and exists (
      select from product p
      where p.workspace_id = ${workspaceId} and p.${sql.ref(`${grouping}_id`)} = g.id
        and ${visibleTo(workspaceId, sql`${customerId}::uuid`)})
    order by g.name, g.id`.execute(db)
  return rows
}

/** All that the catalogue of the buyer's customer can be narrowed down by. */
export async function catalogueGroups(context: CustomerContext): Promise<{ brands: Group[]; categories: Group[] }> {
  return { brands: await visibleGroups(context, 'brand'), categories: await visibleGroups(context, 'category') }
}

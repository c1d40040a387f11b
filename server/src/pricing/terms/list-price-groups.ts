import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { PriceGroupRef } from '../../customers/find-price-group.ts'

export type PriceGroupRow = PriceGroupRef & { customerCount: number; discountCount: number; agreedPriceCount: number }

/** All price groups by name, each with the numbers of its customers and terms. */
export async function listPriceGroups({ db, workspaceId }: WorkspaceContext): Promise<PriceGroupRow[]> {
  const countOf = (table: 'customer' | 'discount_rule' | 'agreed_price') => sql<number>`(
    select count(*)::integer from ${sql.table(table)} t
    where t.workspace_id = ${workspaceId} and t.group_id = price_group.id)`
  return db
    .selectFrom('price_group')
    .select(['id', 'name'])
    .select(countOf('customer').as('customerCount'))
    .select(countOf('discount_rule').as('discountCount'))
    .select(countOf('agreed_price').as('agreedPriceCount'))
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

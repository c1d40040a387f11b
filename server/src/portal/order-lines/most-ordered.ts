import { sql } from 'kysely'
import { textArray } from '../../database/rowset.ts'
import type { CustomerContext } from '../buyer-context.ts'
import { newestLines } from '../../orders/newest-lines.ts'

/** The most that the customer has ordered of each product in one line, by product id. */
export async function mostOrdered(
  context: CustomerContext,
  productIds: readonly string[],
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; most: number }>`
    select l.product_id as id, max(l.qty) as most from ${newestLines(context)}
    where l.product_id = any(${textArray(productIds)}::uuid[])
    group by l.product_id`.execute(context.db)
  return new Map(rows.map(({ id, most }) => [id, most]))
}

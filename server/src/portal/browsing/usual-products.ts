import { sql } from 'kysely'
import type { CustomerContext } from '../buyer-context.ts'
import { newestLines } from '../newest-orders.ts'

/** What the customer has ordered: what is in most orders first, then what was ordered last. Ids without dashes. */
export async function usualProducts(context: CustomerContext): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select replace(l.product_id::text, '-', '') as id from ${newestLines(context)}
    group by l.product_id order by count(*) desc, max(newest.placed_at) desc, l.product_id`.execute(context.db)
  return rows.map(({ id }) => id)
}

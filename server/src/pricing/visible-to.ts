import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** True for a product, `p`, that this customer can see: it is active, and visible to all or to this customer. */
export function visibleTo(workspaceId: string, customerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(p.active and (p.visibility = 'all' or exists (
    select from product_access a
    where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = p.id)))`
}

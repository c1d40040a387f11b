import { sql } from 'kysely'
import { indexHint } from '../database/index-hint.ts'
import { rowset } from '../database/rowset.ts'
import { withDashes } from '../uuid.ts'
import { usualProducts } from './browsing/usual-products.ts'
import type { UsualProduct } from './browsing/usual-products.ts'
import type { CustomerContext } from './buyer-context.ts'
import { buyersByIds } from './buyers-catalogue.ts'

/** A product as it was ordered last; `unit` in minor units. */
type LastLine = { id: string; sku: string; name: string; orderId: string; at: Date; qty: number; unit: number }

/**
 * A page of what the buyer's customer orders: what is due first, each part with the most usual first. `product` is null
 * where the customer does not see it now.
 */
export async function readUsual(context: CustomerContext, { limit, offset }: { limit: number; offset: number }) {
  const usual = await usualProducts(context)
  const inOrder = [...usual.filter(({ isDue }) => isDue), ...usual.filter(({ isDue }) => !isDue)]
  const asked = inOrder.slice(offset, offset + limit).map((one) => ({ ...one, id: withDashes(one.id) }))
  const ids = asked.map(({ id }) => id)
  const products = new Map((await buyersByIds(context, ids)).map((product) => [product.id, product]))
  const lines = new Map((await lastLines(context, asked)).map((line) => [line.id, line]))
  return asked.flatMap(({ id, isDue }) => {
    const line = lines.get(id)
    if (!line) return []
    const { sku, name, orderId, at, qty, unit } = line
    return [{ sku, name, isDue, product: products.get(id) ?? null, last: { orderId, at: at.toISOString(), qty, unit } }]
  })
}

async function lastLines({ db, workspaceId }: CustomerContext, asked: readonly UsualProduct[]): Promise<LastLine[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<LastLine>`
    select asked.id, l.sku, l.name, asked."orderId", o.placed_at as at, l.qty, (l.price ->> 'unit')::bigint as unit
    from ${rowset(asked, 'id uuid, "orderId" uuid', 'asked')}
    cross join lateral (
      select sku, name, qty, price from sales_order_line
      where workspace_id = ${workspaceId} and qty > 0
        and ${indexHint({ product_id: sql`asked.id`, order_id: sql`asked."orderId"` })} limit 1) l
    cross join lateral (
      select placed_at from sales_order
      where workspace_id = ${workspaceId} and ${indexHint({ id: sql`asked."orderId"` })} limit 1) o`.execute(db)
  return rows
}

/** Whether the buyer's customer has ever ordered. */
export async function hasOrdered({ db, workspaceId, customerId }: CustomerContext): Promise<boolean> {
  const found = await db
    .selectFrom('sales_order')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .orderBy('placed_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

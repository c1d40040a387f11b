import { productsBySku } from '../pricing/products-by-sku.ts'
import type { WorkspaceContext } from '../context.ts'
import { findCustomers } from '../customers/find-customer.ts'

/** What has exactly this code. `name` is the customer's of an order. */
export type ExactMatch = { kind: 'order' | 'product' | 'customer'; id: string; code: string; name: string }

/** The order with this number, the product with this SKU, and the customer with this account code, ignoring case. */
export async function findExactly(context: WorkspaceContext, code: string): Promise<ExactMatch[]> {
  const [order, products, customers] = await Promise.all([
    orderByNumber(context, code),
    productsBySku(context, [code]),
    findCustomers(context, code),
  ])
  return [
    ...(order ? [{ kind: 'order' as const, id: order.id, code: String(order.number), name: order.customerName }] : []),
    ...[...products.values()].map(({ id, sku, name }) => ({ kind: 'product' as const, id, code: sku, name })),
    ...customers.map(({ id, accountCode, name }) => ({ kind: 'customer' as const, id, code: accountCode ?? '', name })),
  ]
}

async function orderByNumber({ db, workspaceId }: WorkspaceContext, code: string) {
  if (!/^\d{1,9}$/.test(code)) return undefined
  return db
    .selectFrom('sales_order')
    .select(['id', 'number', 'customer_name as customerName'])
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', Number(code))
    .executeTakeFirst()
}

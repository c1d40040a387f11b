import type { WorkspaceContext } from '../context.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { orderHistory, selectOrders, shapeHistory, shapeOrder } from './order-rows.ts'
import type { OrderLine, OrderWithLines } from './order-rows.ts'

/** One order with its lines and history. Throws NotFound. */
export async function readOrder(context: WorkspaceContext, id: string): Promise<OrderWithLines> {
  const row = isUuid(id)
    ? await selectOrders(context)
        .select(orderHistory(context.workspaceId).as('history'))
        .where('o.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw orderNotFound(id)
  return { ...shapeOrder(row), lines: await readLines(context, row.id), history: shapeHistory(row.history) }
}

export function orderNotFound(id: string): NotFound {
  return new NotFound(`There is no order with the id ${quoted(id)}.`)
}

async function readLines({ db, workspaceId }: WorkspaceContext, orderId: string): Promise<OrderLine[]> {
  return db
    .selectFrom('sales_order_line')
    .select(['id', 'product_id as productId', 'sku', 'name', 'unit_label as unitLabel', 'qty', 'price', 'candidates'])
    .select(['availability', 'lead_time_note as leadTimeNote'])
    .where('workspace_id', '=', workspaceId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

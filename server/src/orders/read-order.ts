import type { WorkspaceContext } from '../context.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { orderHistory, orderLines, selectOrders, shapeHistory, shapeLines, shapeOrder } from './order-rows.ts'
import type { OrderWithLines } from './order-rows.ts'

/** One order with its lines and history. Throws NotFound. */
export async function readOrder(context: WorkspaceContext, id: string): Promise<OrderWithLines> {
  const row = isUuid(id)
    ? await selectOrders(context)
        .select([orderLines(context.workspaceId).as('lines'), orderHistory(context.workspaceId).as('history')])
        .where('o.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw orderNotFound(id)
  const { lines, history, ...order } = row
  return { ...shapeOrder(order), lines: shapeLines(lines), history: shapeHistory(history) }
}

export function orderNotFound(id: string): NotFound {
  return new NotFound(`There is no order with the id ${quoted(id)}.`)
}

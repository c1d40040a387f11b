import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { matchingKey } from '../matching-key.ts'
import { changeLines } from '../orders/change-lines.ts'
import { emailOfBuyer } from '../customers/email-of-buyer.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { readDeliveryChoice } from '../orders/delivery.ts'
import { moveOrder } from '../orders/move-order.ts'
import { readOrderSettings } from '../orders/order-settings.ts'
import { placeOrder } from '../orders/place-order.ts'
import { readOrder } from '../orders/read-order.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { timeOf } from './moment.ts'
import { ORDERS } from './orders.ts'
import { SALES } from './people.ts'
import { doneBy } from './story.ts'

/** Places the orders and moves each to its status. Prices must exist. */
export async function addOrders(context: WorkspaceContext, erp: Actor): Promise<void> {
  const buyers = await readBuyers(context)
  const days = {
    rule: await readOrderSettings(context),
    timezone: (await readWorkspace(context, context.workspaceId)).timezone,
  }
  for (const { lines, placed, moves, changed, ...order } of ORDERS) {
    const by = order.buyer === undefined ? SALES : buyers.get(matchingKey(order.buyer))!
    const orderer = doneBy(context, by, timeOf(placed, context.clock()))
    const { addresses, firstDay } = await readDeliveryChoice(orderer, await findCustomer(orderer, order.customer), days)
    const { id } = await placeOrder(orderer, {
      ...order,
      ...(addresses[0] && { deliverTo: addresses[0].id, wantedOn: firstDay }),
      lines: Object.entries(lines).map(([sku, qty]) => ({ sku, qty })),
    })
    for (const { by, at, status, note, tracking } of moves) {
      const mover = doneBy(context, by === 'ERP' ? erp : by, timeOf(at, context.clock()))
      await moveOrder(mover, { id, status, note, tracking, liftCreditHold: status === 'confirmed' })
    }
    if (!changed) continue
    const changer = doneBy(context, changed.by, timeOf(changed.at, context.clock()))
    const seen = await readOrder(changer, id)
    await changeLines(changer, {
      id,
      seen: seen.history.length,
      lines: seen.lines.flatMap((line) => {
        const qty = changed.lines[line.sku]
        return qty === undefined ? [] : [{ id: line.id, qty }]
      }),
    })
  }
}

/** The buyers by the key of their e-mail, as actors. */
export async function readBuyers({ db, workspaceId }: WorkspaceContext): Promise<Map<string, Actor>> {
  const rows = await db
    .selectFrom('buyer')
    .select(['id', 'name', emailOfBuyer('buyer').as('email')])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [matchingKey(email), { type: 'buyer', id, name }]))
}

import type { CustomerContext } from '../customers/customer-context.ts'
import { atOneState } from '../database/paging/index.ts'
import { OPEN } from '../shared/order-steps.ts'
import { readAccount, readCredit } from './check-credit.ts'
import type { Credit } from './check-credit.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'
import type { Order } from './order-rows.ts'
import { readOrderSettings } from './order-settings.ts'
import { searchOrders } from './search-orders.ts'

/** Open orders that are shown of each status. */
const SHOWN = 5

/** What a customer orders, for those who look after it. */
export type CustomerStory = {
  /** Whatever became of it; null if there was none yet. */
  lastOrder: Order | null
  /** Neither completed nor cancelled: the newest ones of each status. */
  openOrders: Order[]
  credit: Credit
}

/** The orders of a customer and its credit, of one state of the workspace. */
export async function readCustomerStory(context: CustomerContext): Promise<CustomerStory> {
  const { result } = await atOneState(context, async () => ({
    lastOrder: await lastOrder(context),
    openOrders: await readOpenOrders(context),
    credit: await readOwnCredit(context),
  }))
  return result
}

async function readOwnCredit(context: CustomerContext): Promise<Credit> {
  const { creditPolicy } = await readOrderSettings(context)
  return readCredit(context, await readAccount(context, context.customerId), creditPolicy)
}

async function lastOrder(context: CustomerContext): Promise<Order | null> {
  const order = await selectOrders(context)
    .where('o.customer_id', '=', context.customerId)
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return order ? shapeOrder(order) : null
}

async function readOpenOrders(context: CustomerContext): Promise<Order[]> {
  const orders: Order[] = []
  for (const status of OPEN) {
    orders.push(...(await searchOrders(context, { customer: context.customerId, status, limit: SHOWN, offset: 0 })))
  }
  return orders
}

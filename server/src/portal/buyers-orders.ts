import { sql } from 'kysely'
import { linePictures } from '../catalogue/shown-images.ts'
import { orderNotFound, readOrder } from '../orders/read-order.ts'
import { selectOrders, shapeOrder } from '../orders/order-rows.ts'
import type { Order, OrderWithLines } from '../orders/order-rows.ts'
import { isSet } from '../shared/price-by-hand.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import type { BuyerContext, CustomerContext } from './buyer-context.ts'
import { buyersAvailability, buyersLabel, buyersPrice } from './buyers-product.ts'
import { priceLines, seenIds, withPresentNames } from './product-lines.ts'
import { readPortalSettings } from './portal-settings.ts'

/** An order as the buyers of its customer see it. */
type BuyersOrder = Omit<Order, 'customer'>

type ListedOrders = {
  /** Each word must be part of the number, the purchase order number or the reference. */
  q?: string | undefined
  /** Or of the address, or of a line's SKU, part number or name. */
  everywhere?: boolean | undefined
  status?: OrderStatus | undefined
  limit: number
  offset: number
}

/** A page of the orders of the buyer's customer, newest first; those that staff placed, too. */
export async function listBuyersOrders(
  context: BuyerContext,
  { q = '', everywhere = false, status, limit, offset }: ListedOrders,
): Promise<BuyersOrder[]> {
  const words = q.split(/\s+/).filter((word) => word !== '')
  const rows = await selectOrders(context)
    .where('o.customer_id', '=', context.customerId)
    .$if(status !== undefined, (query) => query.where('o.status', '=', status!))
    .where((condition) => condition.and(everywhere ? isSomewhere(context, words) : words.map(isInNumbers)))
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => withoutCustomer(shapeOrder(row)))
}

/** The column `search` has the customer's name besides, which each of these orders has: it only spares folding. */
function isInNumbers(word: string) {
  const folded = sql`(select order_search_text(${word}))`
  const numbers = sql`order_search_text(o.number || ' ' || coalesce(o.po_number, '') || ' ' || coalesce(o.reference, ''))`
  return sql<boolean>`position(${folded} in o.search) > 0 and position(${folded} in ${numbers}) > 0`
}

/** Whether all of an order has each word. It is put together and folded once for all words. */
function isSomewhere({ workspaceId }: BuyerContext, words: readonly string[]) {
  if (words.length === 0) return []
  const has = words.map((word) => sql`position((select order_search_text(${word})) in one.found) > 0`)
  return [
    sql<boolean>`exists (select from (
      select order_search_text(concat_ws(' ', o.number, o.po_number, o.reference, o.deliver_to->>'name',
        o.deliver_to->>'lines', o.deliver_to->>'postcode', o.deliver_to->>'city',
        (select string_agg(concat_ws(' ', l.sku, l.customer_code, l.name), ' ') from sales_order_line l
          where l.workspace_id = ${workspaceId} and l.order_id = o.id))) as found
      offset 0) one where ${sql.join(has, sql` and `)})`,
  ]
}

/** One order of the buyer's customer. Throws NotFound, also for an order of another customer. */
export async function readBuyersOrder(context: CustomerContext, id: string) {
  const order = await readOwn(context, id)
  const shown = await readPortalSettings(context)
  const pictures = await linePictures(context, seenIds(await withPresentNames(context, order.lines)))
  return {
    ...withoutCustomer(order),
    lines: order.lines.map(({ productId, sku, name, unitLabel, customerCode, qty, price, ...line }) => ({
      productId,
      sku,
      name,
      unitLabel,
      customerCode,
      qty,
      ...buyersAvailability(line, shown),
      // Documents say which prices were set by hand or quoted.
      price: { ...buyersPrice(price, shown), ...(isSet(price.source) && { source: price.source }) },
      picture: pictures.get(productId) ?? null,
    })),
    history: order.history.map(({ by, ...step }) => ({ ...step, by: by.type === 'buyer' ? by.name : null })),
  }
}

/** An earlier order at the present prices, line by line. Throws NotFound. */
export async function orderAgain(context: BuyerContext, id: string) {
  const { lines } = await readOwn(context, id)
  const kept = await withPresentNames(context, lines)
  const now = await priceLines(context, kept)
  const shown = await readPortalSettings(context)
  return kept.map(({ name, price }, i) => ({
    ...now[i]!,
    name,
    ordered: { unit: price.unit, label: buyersLabel(price.label, shown) },
  }))
}

async function readOwn(context: CustomerContext, id: string): Promise<OrderWithLines> {
  const order = await readOrder(context, id)
  if (order.customer.id !== context.customerId) throw orderNotFound(id)
  return order
}

function withoutCustomer(order: Order): BuyersOrder {
  const { customer: _, ...own } = order
  return own
}

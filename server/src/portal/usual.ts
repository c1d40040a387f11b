import { stoppedProducts, lastLines, usualProducts } from '../orders/customer-story.ts'
import type { UsualProduct } from '../orders/customer-story.ts'
import { withDashes } from '../lib/uuid.ts'
import type { CustomerContext } from './buyer-context.ts'
import { buyersByIds } from './buyers-catalogue.ts'

type Window = { limit: number; offset: number }

/**
 * A page of what the customer orders: what is due first, each part with the most usual first. `product` is null where
 * the customer does not see it now.
 */
export async function readUsual(context: CustomerContext, { limit, offset }: Window) {
  const usual = await usualProducts(context)
  const inOrder = [...usual.filter(({ isDue }) => isDue), ...usual.filter(({ isDue }) => !isDue)]
  return describe(context, inOrder.slice(offset, offset + limit), ({ isDue }) => ({ isDue }))
}

/** A page of what the customer has stopped ordering, what was ordered latest first. */
export async function readStopped(context: CustomerContext, { limit, offset }: Window) {
  const stopped = stoppedProducts(await usualProducts(context), context.clock())
  return describe(context, stopped.slice(offset, offset + limit), ({ orders, everyDays }) => ({ orders, everyDays }))
}

/** Each with its product as the customer sees it now, and how it was ordered last. */
async function describe<Asked extends Pick<UsualProduct, 'id' | 'orderId'>, More>(
  context: CustomerContext,
  asked: readonly Asked[],
  more: (asked: Asked) => More,
) {
  const ids = asked.map(({ id }) => withDashes(id))
  const products = new Map((await buyersByIds(context, ids)).map((product) => [product.id, product]))
  const lines = await lastLines(context, asked)
  return asked.flatMap((one, i) => {
    const line = lines.get(ids[i]!)
    if (!line) return []
    const { sku, name, orderId, at, qty, unit } = line
    const last = { orderId, at: at.toISOString(), qty, unit }
    return [{ sku, name, ...more(one), product: products.get(ids[i]!) ?? null, last }]
  })
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

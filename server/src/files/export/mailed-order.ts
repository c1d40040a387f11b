import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { selectOrders } from '../../orders/order-rows.ts'
import { orderPdf } from './order-pdf.ts'

type MailedOrder = { filename: string; content: Buffer }

/** The PDFs of orders that were mailed lately, as an order is mailed to many: in bytes, and milliseconds. */
const mailed = new LRUCache<string, MailedOrder>({
  maxSize: 20_000_000,
  sizeCalculation: ({ content }) => content.length,
  ttl: 60_000,
})

/** An order as its customer's buyers see it, as a file to attach to a mail; null if it is there no longer. */
export async function mailedOrder(context: Context, workspaceId: string, id: string): Promise<MailedOrder | null> {
  const workspace = { ...context, workspaceId, actor: { type: 'system', id: null, name: 'Mail' } as const }
  const order = await selectOrders(workspace).where('o.id', '=', id).executeTakeFirst()
  if (!order) return null
  const key = `${id} ${order.status} ${order.updated_at.toISOString()}`
  const known = mailed.get(key)
  if (known) return known
  try {
    const { number, pdf } = await orderPdf({ ...workspace, customerId: order.customer_id }, id)
    const made = { filename: `order-${number}.pdf`, content: await buffer(pdf) }
    mailed.set(key, made)
    return made
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

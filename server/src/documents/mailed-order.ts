import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { NotFound } from '../errors.ts'
import { readOrder } from '../orders/read-order.ts'
import { orderPdf } from './order-pdf.ts'

/** An order as its customer's buyers see it, as a file to attach to a mail; null if it is there no longer. */
export async function mailedOrder(
  context: Context,
  workspaceId: string,
  id: string,
): Promise<{ filename: string; content: Readable } | null> {
  const workspace = { ...context, workspaceId, actor: { type: 'system', id: null, name: 'Mail' } as const }
  try {
    const { customer } = await readOrder(workspace, id)
    const { number, pdf } = await orderPdf({ ...workspace, customerId: customer.id }, id)
    return { filename: `order-${number}.pdf`, content: pdf }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

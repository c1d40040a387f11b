import { buffer } from 'node:stream/consumers'
import type { Context, WorkspaceContext } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { selectOrders } from '../../orders/order-rows.ts'
import { orderPdf } from './order-pdf.ts'
import { quotePdf } from './quote-pdf.ts'

type MailedDocument = { filename: string; content: Buffer }

/** An order as its customer's buyers see it, as a file to attach to a mail; null if it is there no longer. */
export async function mailedOrder(context: Context, workspaceId: string, id: string): Promise<MailedDocument | null> {
  const workspace = asMailer(context, workspaceId)
  const order = await selectOrders(workspace).where('o.id', '=', id).executeTakeFirst()
  if (!order) return null
  return made('order', orderPdf({ ...workspace, customerId: order.customer_id }, id))
}

/** A quote in the same way. */
export async function mailedQuote(context: Context, workspaceId: string, id: string): Promise<MailedDocument | null> {
  return made('quote', quotePdf(asMailer(context, workspaceId), id))
}

function asMailer(context: Context, workspaceId: string): WorkspaceContext {
  return { ...context, workspaceId, actor: { type: 'system', id: null, name: 'Mail' } }
}

async function made(
  noun: 'order' | 'quote',
  document: Promise<{ number: number; pdf: AsyncGenerator<Uint8Array> }>,
): Promise<MailedDocument | null> {
  try {
    const { number, pdf } = await document
    return { filename: `${noun}-${number}.pdf`, content: await buffer(pdf) }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

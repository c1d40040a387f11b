import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Context, WorkspaceContext } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { selectOrders } from '../../orders/order-rows.ts'
import { readQuote } from '../../orders/quotes/read-quote.ts'
import { orderPdf } from './order-pdf.ts'
import { quotePdf } from './quote-pdf.ts'

type MailedDocument = { filename: string; content: Buffer }

/** The PDFs of orders and quotes that were mailed lately, as one is mailed to many: in bytes, and milliseconds. */
const mailed = new LRUCache<string, MailedDocument>({
  maxSize: 20_000_000,
  sizeCalculation: ({ content }) => content.length,
  ttl: 60_000,
})

/** An order as its customer's buyers see it, as a file to attach to a mail; null if it is there no longer. */
export async function mailedOrder(context: Context, workspaceId: string, id: string): Promise<MailedDocument | null> {
  const workspace = asMailer(context, workspaceId)
  const order = await selectOrders(workspace).where('o.id', '=', id).executeTakeFirst()
  if (!order) return null
  const key = `${id} ${order.status} ${order.updated_at.toISOString()}`
  return made(key, 'order', () => orderPdf({ ...workspace, customerId: order.customer_id }, id))
}

/** A quote in the same way. */
export async function mailedQuote(context: Context, workspaceId: string, id: string): Promise<MailedDocument | null> {
  const workspace = asMailer(context, workspaceId)
  const { status, updatedAt } = await readQuote(workspace, id)
  return made(`${id} ${status} ${updatedAt}`, 'quote', () => quotePdf(workspace, id))
}

function asMailer(context: Context, workspaceId: string): WorkspaceContext {
  return { ...context, workspaceId, actor: { type: 'system', id: null, name: 'Mail' } }
}

async function made(
  key: string,
  noun: 'order' | 'quote',
  make: () => Promise<{ number: number; pdf: AsyncGenerator<Uint8Array> }>,
): Promise<MailedDocument | null> {
  const known = mailed.get(key)
  if (known) return known
  try {
    const { number, pdf } = await make()
    const document = { filename: `${noun}-${number}.pdf`, content: await buffer(pdf) }
    mailed.set(key, document)
    return document
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

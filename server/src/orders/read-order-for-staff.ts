import { linePictures } from '../catalogue/shown-images.ts'
import type { WorkspaceContext } from '../context.ts'
import { listOrderNotes } from './order-notes.ts'
import { readOrder } from './read-order.ts'

/** One order with all that staff see. Throws NotFound. */
export async function readOrderForStaff(context: WorkspaceContext, id: string) {
  const order = await readOrder(context, id)
  const productIds = order.lines.map(({ productId }) => productId)
  const pictures = await linePictures(context, productIds)
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, picture: pictures.get(line.productId) ?? null })),
    notes: await listOrderNotes(context, order.id),
    contact: await readContact(context, order.customer.id),
  }
}

/** The customer as it is now. */
async function readContact({ db, workspaceId }: WorkspaceContext, customerId: string) {
  const contact = await db
    .selectFrom('customer')
    .select(['contact_name as contactName', 'email', 'phone', 'payment_terms_days as paymentTermsDays'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  return contact ?? null
}

import { linePictures } from '../catalogue/shown-images.ts'
import type { WorkspaceContext } from '../context.ts'
import { listOrderNotes } from './order-notes.ts'
import { readOrder } from './read-order.ts'

/** The customer as it is now. */
export type CustomerContact = {
  contactName: string | null
  email: string | null
  phone: string | null
  paymentTermsDays: number | null
}

/** One order with all that staff see. Throws NotFound. */
export async function readOrderForStaff(context: WorkspaceContext, id: string) {
  const order = await readOrder(context, id)
  const pictures = await linePictures(
    context,
    order.lines.map(({ productId }) => productId),
  )
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, picture: pictures.get(line.productId) ?? null })),
    notes: await listOrderNotes(context, order.id),
    contact: await readContact(context, order.customer.id),
  }
}

async function readContact({ db, workspaceId }: WorkspaceContext, customerId: string): Promise<CustomerContact | null> {
  const contact = await db
    .selectFrom('customer')
    .select(['contact_name as contactName', 'email', 'phone', 'payment_terms_days as paymentTermsDays'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  return contact ?? null
}

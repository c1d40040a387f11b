import { shownImages } from '../catalogue/shown-images.ts'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { listOrderNotes } from './order-notes.ts'
import type { OrderLine } from './order-rows.ts'
import { readOrder } from './read-order.ts'
import { sql } from 'kysely'

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
  const present = await presentProducts(context, order.lines)
  const images = await shownImages(context, [...present])
  return {
    ...order,
    lines: order.lines.map((line) => ({
      ...line,
      inCatalogue: present.has(line.productId),
      image: images.get(line.productId)?.small ?? null,
    })),
    notes: await listOrderNotes(context, order.id),
    contact: await readContact(context, order.customer.id),
  }
}

async function presentProducts({ db, workspaceId }: WorkspaceContext, lines: readonly OrderLine[]) {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${textArray(lines.map(({ productId }) => productId))}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
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

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { OrderStatus } from '../database/column-values.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { pageLink } from '../people/page-link.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'

/** Later the news is old, in milliseconds. */
const SEND_WITHIN_MS = 3 * 86_400_000

const WORDS: Partial<Record<OrderStatus, string>> = {
  new: 'was placed',
  confirmed: 'is confirmed',
  dispatched: 'is on its way',
  cancelled: 'is cancelled',
}

type News = {
  id: string
  number: number
  status: OrderStatus
  customerId: string
  /** Of the buyer who placed it. */
  buyerEmail: string | null
  note?: string | null | undefined
}

/**
 * Mails the customer's buyers what became of an order, as each of them wants: about own orders, all or none. Only to buyers
 * who have joined. Call it in the transaction that moves the order.
 */
export async function mailBuyers(trx: WorkspaceContext, order: News): Promise<void> {
  const what = WORDS[order.status]
  const recipients = what === undefined ? [] : await findRecipients(trx, order)
  if (recipients.length === 0) return
  const { name: wholesaler } = await readWorkspace(trx, trx.workspaceId)
  const slug = await readAddress(trx, trx.workspaceId)
  for (const { name, email } of recipients) {
    await queueMail(trx, {
      to: email,
      subject: `Order ${order.number} ${what} · ${wholesaler}`,
      paragraphs: [
        `Hello ${name},`,
        `order ${order.number} at ${wholesaler} ${what}.`,
        ...(order.note ? [order.note] : []),
      ],
      link: { label: 'See the order', url: pageLink(trx, `/t/${slug}/orders/${order.id}`), secret: null },
      sendBefore: new Date(trx.clock().getTime() + SEND_WITHIN_MS),
    })
  }
}

async function findRecipients({ db, workspaceId }: WorkspaceContext, { customerId, buyerEmail }: News) {
  return db
    .selectFrom('buyer')
    .select(['name', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .where('person_id', 'is not', null)
    .where(sql<boolean>`(order_mails = 'all' or (order_mails = 'own' and email = ${buyerEmail}))`)
    .execute()
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { OrderStatus } from '../rules/order-steps.ts'
import { joinedBuyers } from '../customers/joined-buyers.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import { DISPATCH_TAKEN_BACK, ORDER_STEPS } from '../rules/order-steps.ts'
import { orderStatement } from './order-statement.ts'
import { readOrder } from './read-order.ts'

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
 * Mails the customer's buyers what became of an order, as each of them wants: about own orders, all or none. Only to
 * buyers who have joined. The mail holds the order as it stands, and its PDF. Call it in the transaction that moves the
 * order. Returns the ids of the mails.
 */
export async function mailBuyers(trx: WorkspaceContext, order: News): Promise<string[]> {
  const { id, number, status, note } = order
  const { news } = ORDER_STEPS[status]
  if (news === null) return []
  return mailPortalNews(trx, await findRecipients(trx, order), {
    subject: `Order ${number} ${news}`,
    paragraphs: (wholesaler) => [`order ${number} at ${wholesaler.name} ${news}.`, ...(note ? [note] : [])],
    statement: async (wholesaler) => orderStatement(trx, await readOrder(trx, id), wholesaler),
    orderId: id,
    link: { label: 'See the order', path: `orders/${id}` },
  })
}

/** Mails those whom the news of the dispatch has reached that it was wrong. Call it in the same transaction. */
export async function mailCorrection(
  trx: WorkspaceContext,
  { id, number, customerId }: Pick<News, 'id' | 'number' | 'customerId'>,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  const recipients = await joinedBuyers(trx, customerId).where('email', 'in', emails).execute()
  await mailPortalNews(trx, recipients, {
    subject: `Order ${number} ${DISPATCH_TAKEN_BACK.news}`,
    paragraphs: (wholesaler) => [
      `order ${number} at ${wholesaler.name} ${DISPATCH_TAKEN_BACK.news}. The mail that said so was a mistake. The order stays confirmed.`,
    ],
    link: { label: 'See the order', path: `orders/${id}` },
  })
}

function findRecipients(trx: WorkspaceContext, { customerId, buyerEmail }: News) {
  return joinedBuyers(trx, customerId)
    .where(sql<boolean>`(order_mails = 'all' or (order_mails = 'own' and email = ${buyerEmail}))`)
    .execute()
}

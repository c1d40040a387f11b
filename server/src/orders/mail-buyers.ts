import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { OrderStatus } from '../rules/order-steps.ts'
import { joinedBuyers } from '../customers/joined-buyers.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import { DISPATCH_TAKEN_BACK, ORDER_STEPS } from '../rules/order-steps.ts'
import { totalLines } from '../rules/tax.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { selectOrders, shapeOrder } from './order-rows.ts'

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
 * buyers who have joined. Call it in the transaction that moves the order. Returns the ids of the mails.
 */
export async function mailBuyers(trx: WorkspaceContext, order: News): Promise<string[]> {
  const { id, number, status, note } = order
  const { news } = ORDER_STEPS[status]
  if (news === null) return []
  const recipients = await findRecipients(trx, order)
  if (recipients.length === 0) return []
  const totals = await totalsInWords(trx, id)
  return mailPortalNews(trx, recipients, {
    subject: `Order ${number} ${news}`,
    paragraphs: (wholesaler) => [`order ${number} at ${wholesaler.name} ${news}.`, ...(note ? [note] : []), totals],
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

/** What the order comes to, and what is said of freight and tax: a line each. */
async function totalsInWords(trx: WorkspaceContext, id: string): Promise<string> {
  const workspace = await readWorkspace(trx, trx.workspaceId)
  const order = shapeOrder(await selectOrders(trx).where('o.id', '=', id).executeTakeFirstOrThrow())
  const money = moneyOf(workspace)
  const { terms } = order
  return [
    ...totalLines(order, workspace.taxLabel).map(({ label, amount }) => `${label}: ${money(amount)}`),
    ...(terms ? [terms] : []),
  ].join('\n')
}

function findRecipients(trx: WorkspaceContext, { customerId, buyerEmail }: News) {
  return joinedBuyers(trx, customerId)
    .where(sql<boolean>`(order_mails = 'all' or (order_mails = 'own' and email = ${buyerEmail}))`)
    .execute()
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ChangedLine, OrderChanges } from '../database/column-values.ts'
import { counted } from '../shared/counted.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { moneyIn } from '../workspaces/money-of.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import { joinedBuyers } from '../customers/joined-buyers.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import type { PortalNews } from '../people/mail-portal-news.ts'
import { DISPATCH_TAKEN_BACK, ORDER_STEPS } from '../shared/order-steps.ts'
import { orderStatement } from './order-statement.ts'
import { readOrder } from './read-order.ts'

type Addressed = {
  id: string
  number: number
  customerId: string
  /** Who placed it. */
  buyerId: string | null
  /** Who asked for approval. */
  requestedById: string | null
}

type News = Addressed & {
  status: OrderStatus
  note?: string | null | undefined
  tracking?: string | null | undefined
}

/**
 * Mails the customer's buyers what became of an order, as each of them wants: about own orders, all or none. Only to
 * buyers who have joined. Call it in the transaction that moves the order, with what it has read of it. Returns the ids
 * of the mails.
 */
export async function mailBuyers(
  trx: WorkspaceContext,
  order: News,
  read: Pick<PortalNews, 'sender' | 'statement'> = {},
): Promise<string[]> {
  const { id, number, status, note, tracking } = order
  const { news } = ORDER_STEPS[status]
  if (news === null) return []
  return mailPortalNews(trx, await findRecipients(trx, order), {
    subject: `Order ${number} ${news}`,
    paragraphs: (wholesaler) => [
      `order ${number} at ${wholesaler.name} ${news}.`,
      ...(note ? [note] : []),
      ...(tracking ? [trackedBy(tracking)] : []),
    ],
    ...orderAsItStands(trx, id),
    ...read,
  })
}

/** Mails the same buyers where they can follow the goods. */
export async function mailTracking(trx: WorkspaceContext, order: Addressed, tracking: string): Promise<string[]> {
  const { id, number } = order
  return mailPortalNews(trx, await findRecipients(trx, order), {
    subject: `Order ${number} can be tracked`,
    paragraphs: (wholesaler) => [`order ${number} at ${wholesaler.name} is on its way.`, trackedBy(tracking)],
    ...orderAsItStands(trx, id),
  })
}

function trackedBy(tracking: string): string {
  return `Tracking: ${tracking}`
}

/** Lines that a mail names. */
const MOST_NAMED = 50

/** Mails the same buyers what was changed in the order, and what it comes to now. */
export async function mailChange(
  trx: WorkspaceContext,
  order: Addressed & { currency: string; changes: OrderChanges },
): Promise<string[]> {
  const { id, number, currency, changes } = order
  const { lines, subtotal } = changes
  return mailPortalNews(trx, await findRecipients(trx, order), {
    subject: `Order ${number} was changed`,
    paragraphs: (wholesaler) => {
      const money = moneyIn(currency)
      const rest = lines.length - MOST_NAMED
      return [
        `order ${number} at ${wholesaler.name} was changed.`,
        lines
          .slice(0, MOST_NAMED)
          .map((line) => changedLine(line, money))
          .join('\n'),
        ...(rest > 0 ? [`${counted(rest, 'more line was', 'more lines were')} changed: the order has all.`] : []),
        `It comes to ${money(subtotal.to)} ${wholesaler.taxLabel} now, and was ${money(subtotal.from)} before.`,
      ]
    },
    ...orderAsItStands(trx, id),
  })
}

/** "HOL-1042 Azure plate: 4 at £25.50 instead of 10 at £25.50" */
function changedLine({ sku, name, from, to }: ChangedLine, money: (minor: number) => string): string {
  const said = (line: NonNullable<ChangedLine['to']>) => `${line.qty.toLocaleString('en')} at ${money(line.unit)}`
  if (to === null) return `${sku} ${name}: removed (${said(from!)})`
  return `${sku} ${name}: ${from === null ? `added, ${said(to)}` : `${said(to)} instead of ${said(from)}`}`
}

/** Mails those whom the news of the dispatch has reached that it was wrong. Call it in the same transaction. */
export async function mailCorrection(
  trx: WorkspaceContext,
  { id, number, customerId }: Pick<News, 'id' | 'number' | 'customerId'>,
  persons: readonly string[],
): Promise<void> {
  if (persons.length === 0) return
  const recipients = await joinedBuyers(trx, customerId).where('person_id', 'in', persons).execute()
  await mailPortalNews(trx, recipients, {
    subject: `Order ${number} ${DISPATCH_TAKEN_BACK.news}`,
    paragraphs: (wholesaler) => [
      `order ${number} at ${wholesaler.name} ${DISPATCH_TAKEN_BACK.news}. The mail that said so was a mistake. The order stays confirmed.`,
    ],
    ...orderAsItStands(trx, id),
  })
}

/** The order, its PDF, and the way to it: each mail about an order stands alone. */
export function orderAsItStands(trx: WorkspaceContext, id: string) {
  return {
    statement: async (wholesaler: Workspace) => orderStatement(trx, await readOrder(trx, id), wholesaler),
    orderId: id,
    link: { label: 'See the order', path: `orders/${id}` },
  }
}

function findRecipients(trx: WorkspaceContext, { customerId, buyerId, requestedById }: Addressed) {
  return joinedBuyers(trx, customerId)
    .where(sql<boolean>`(order_mails = 'all' or (order_mails = 'own' and id in (${buyerId}, ${requestedById})))`)
    .execute()
}

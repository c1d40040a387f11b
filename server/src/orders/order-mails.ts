import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ChangedLine, OrderChanges } from '../database/column-values.ts'
import { counted } from '../shared/counted.ts'
import { DISPATCH_TAKEN_BACK, ORDER_STEPS } from '../shared/order-steps.ts'
import type { OrderStatus } from '../shared/order-steps.ts'
import { moneyIn } from '../workspaces/money-of.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import { joinedBuyers } from '../customers/buyers.ts'
import { mailPortalNews } from '../people/mail-portal-news.ts'
import type { PortalNews } from '../people/mail-portal-news.ts'
import { orderStatement } from './order-statement.ts'
import { readOrder } from './read-order.ts'
import { differences } from '../workspaces/activity/differences.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { queueMails } from '../jobs/mail/queue-mail.ts'
import type { Mail, Recipient } from '../jobs/mail/queue-mail.ts'
import type { Statement } from '../jobs/mail/mail-layout.ts'
import { pageLink } from '../people/page-link.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'
import type { MailSender } from '../workspaces/mail-sender.ts'
import { savePortalSettings } from '../workspaces/need-passkeys.ts'
import type { PlacedOrder } from './new-order.ts'

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
function changedLine({ sku, name, from, to, reason }: ChangedLine, money: (minor: number) => string): string {
  const said = (line: NonNullable<ChangedLine['to']>) => `${line.qty.toLocaleString('en')} at ${money(line.unit)}`
  if (to === null) return `${sku} ${name}: removed (${said(from!)})`
  const why = reason === undefined ? '' : ` (${reason})`
  return `${sku} ${name}: ${from === null ? `added, ${said(to)}` : `${said(to)} instead of ${said(from)}`}${why}`
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

/** Later the desk has seen the order, in milliseconds. */
const SEND_WITHIN_MS = 3 * 86_400_000

/** Whether the member is mailed new orders, and an address that is mailed them besides, such as that of the order desk. */
export async function readStaffMails({ db, workspaceId }: WorkspaceContext, { personId }: { personId: string }) {
  const member = await db
    .selectFrom('member')
    .select('order_mails')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return { mailMe: member.order_mails, inbox: await readInbox({ db, workspaceId }) }
}

/** Says whether a member is mailed new orders. */
export async function setOwnStaffMails(
  context: WorkspaceContext,
  { personId, mailMe }: { personId: string; mailMe: boolean },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { numUpdatedRows } = await trx.db
      .updateTable('member')
      .set({ order_mails: mailMe })
      .where('workspace_id', '=', trx.workspaceId)
      .where('person_id', '=', personId)
      .where('order_mails', '<>', mailMe)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordActivity(trx, {
      action: 'member.set_mails',
      subject: { type: 'person', id: personId, label: trx.actor.name },
      changes: { orderMails: { from: !mailMe, to: mailMe } },
    })
  })
}

/** Sets the address that is mailed new orders besides the members who want it. */
export async function setOrderInbox(context: WorkspaceContext, inbox: string | null): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId } = trx
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
    const changes = differences({ orderInbox: await readInbox(trx) }, { orderInbox: inbox }, ['orderInbox'])
    if (Object.keys(changes).length === 0) return
    await savePortalSettings(trx, { order_inbox: inbox }, { action: 'workspace.set_mails', changes })
  })
}

/** Mails a new order to the staff who want it, but not to who placed it. Call it in the transaction that places it. */
export async function mailStaff(
  trx: WorkspaceContext,
  { id, number, customer }: PlacedOrder & { customer: CustomerRef },
  { sender: { slug, look }, statement }: { sender: MailSender; statement: Statement },
): Promise<void> {
  const mail: Mail = {
    owner: trx,
    look,
    subject: `New order ${number}: ${customer.name} · ${look.name}`,
    paragraphs: [`${customer.name} has a new order.`],
    statement: { ...statement, facts: [['Customer', customerInWords(customer)], ...statement.facts] },
    link: { label: 'See the order', url: pageLink(trx, `/w/${slug}/orders/${id}`), secret: null },
    orderId: id,
    sendBefore: new Date(trx.clock().getTime() + SEND_WITHIN_MS),
  }
  await queueMails(trx, mail, await staffRecipients(trx, customer.id))
}

/** Mails the same staff that a buyer has asked for a quote. Call it in the transaction that begins it. */
export async function mailAskedQuote(
  trx: WorkspaceContext,
  { id, number, customer, note }: { id: string; number: number; customer: CustomerRef; note: string | null },
): Promise<void> {
  const { slug, look } = await readMailSender(trx)
  const mail: Mail = {
    owner: trx,
    look,
    subject: `Quote ${number} waits for prices: ${customer.name} · ${look.name}`,
    paragraphs: [`${customerInWords(customer)} asks for quote ${number}.`, ...(note ? [note] : [])],
    link: { label: 'See the quote', url: pageLink(trx, `/w/${slug}/quotes/${id}`), secret: null },
    sendBefore: new Date(trx.clock().getTime() + SEND_WITHIN_MS),
  }
  await queueMails(trx, mail, await staffRecipients(trx, customer.id))
}

function customerInWords({ name, accountCode }: CustomerRef): string {
  return accountCode === null ? name : `${name} (${accountCode})`
}

async function readInbox({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>): Promise<string | null> {
  const settings = await db
    .selectFrom('portal_settings')
    .select('order_inbox')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return settings?.order_inbox ?? null
}

/** The members who want it and may see the customer, and the inbox, unless it is that of one of them. */
async function staffRecipients(trx: WorkspaceContext, customerId: string): Promise<Recipient[]> {
  const { db, workspaceId, actor } = trx
  const rows = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select([sql<string | null>`p.id`.as('personId'), 'p.email'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.order_mails', '=', true)
    .where(
      sql<boolean>`(not m.only_own_customers or m.person_id = (
        select contact_id from customer where workspace_id = ${workspaceId} and id = ${customerId}))`,
    )
    .unionAll(
      db
        .selectFrom('portal_settings')
        .select([sql<null>`null::uuid`.as('personId'), sql<string>`order_inbox`.as('email')])
        .where('workspace_id', '=', workspaceId)
        .where('order_inbox', 'is not', null),
    )
    .execute()
  const members = rows.filter(({ personId }) => personId !== null && personId !== actor.id)
  const inbox = rows.filter(({ personId, email }) => personId === null && !members.some((one) => one.email === email))
  return [...members, ...inbox]
}

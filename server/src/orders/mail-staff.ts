import { sql } from 'kysely'
import { differences } from '../workspaces/activity/differences.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { queueMails } from '../jobs/mail/queue-mail.ts'
import type { Mail, Recipient } from '../jobs/mail/queue-mail.ts'
import type { Statement } from '../jobs/mail/statement.ts'
import { pageLink } from '../people/page-link.ts'
import type { MailSender } from '../workspaces/mail-sender.ts'
import { savePortalSettings } from '../workspaces/save-portal-settings.ts'
import type { PlacedOrder } from './new-order.ts'

/** Later the desk has seen the order, in milliseconds. */
const SEND_WITHIN_MS = 3 * 86_400_000

/** Which mails about new orders go to the staff. */
export type StaffMails = {
  /** Whether the member is mailed new orders. */
  mailMe: boolean
  /** An address that is mailed them besides, such as that of the order desk. */
  inbox: string | null
}

/** The choice of a member, and the address that all share. */
export async function readStaffMails(
  { db, workspaceId }: WorkspaceContext,
  { personId }: { personId: string },
): Promise<StaffMails> {
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
  await queueMails(trx, mail, await staffRecipients(trx))
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

/** The members who want it, and the inbox, unless it is that of one of them. */
async function staffRecipients(trx: WorkspaceContext): Promise<Recipient[]> {
  const { db, workspaceId, actor } = trx
  const rows = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select([sql<string | null>`p.id`.as('personId'), 'p.email'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.order_mails', '=', true)
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

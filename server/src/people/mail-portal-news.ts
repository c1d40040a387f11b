import type { WorkspaceContext } from '../context.ts'
import { queueMails } from '../jobs/mail/queue-mail.ts'
import type { Recipient } from '../jobs/mail/queue-mail.ts'
import type { Statement } from '../jobs/mail/mail-layout.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'
import type { MailSender } from '../workspaces/mail-sender.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import { pageLink } from './page-link.ts'

/** Later the news is old, in milliseconds. */
const SEND_WITHIN_MS = 3 * 86_400_000

export type PortalNews = {
  /** Without the wholesaler's name, which is added. */
  subject: string
  /** The text after the greeting. */
  paragraphs: (wholesaler: Workspace) => string[]
  statement?: (wholesaler: Workspace) => Promise<Statement>
  /** The order whose PDF is attached. */
  orderId?: string
  /** The quote whose PDF is attached. */
  quoteId?: string
  /** `path` is below the portal's address. */
  link: { label: string; path: string }
  /** Where it was read already. */
  sender?: MailSender
}

export type PortalRecipient = Recipient & { isProved: boolean }

/**
 * Mails buyers of one customer, each by name, with a link to a page of the portal. An address that was never proved may
 * be that of a stranger, to whom a buyer could write as the wholesaler: it is told only that there is news. Call it in
 * the causing transaction. Returns the ids of the mails.
 */
export async function mailPortalNews(
  trx: WorkspaceContext,
  recipients: readonly PortalRecipient[],
  { subject, paragraphs, statement, link, orderId, quoteId, sender }: PortalNews,
): Promise<string[]> {
  if (recipients.length === 0) return []
  const { wholesaler, slug, look } = sender ?? (await readMailSender(trx))
  const stated = await statement?.(wholesaler)
  const mail = {
    owner: trx,
    look,
    link: { label: link.label, url: pageLink(trx, `/t/${slug}/${link.path}`), secret: null },
    sendBefore: new Date(trx.clock().getTime() + SEND_WITHIN_MS),
  }
  const news = {
    ...mail,
    subject: `${subject} · ${wholesaler.name}`,
    paragraphs: paragraphs(wholesaler),
    ...(stated && { statement: stated }),
    ...(orderId !== undefined && { orderId }),
    ...(quoteId !== undefined && { quoteId }),
  }
  const hint = {
    ...mail,
    subject: `News for you · ${wholesaler.name}`,
    paragraphs: ['Hello,', ...notProved(wholesaler)],
  }
  const unnamed = recipients.flatMap(({ email, personId, isProved }) => (isProved ? [] : [{ email, personId }]))
  return [
    ...(await queueMails(
      trx,
      news,
      recipients.filter(({ isProved }) => isProved),
    )),
    ...(await queueMails(trx, hint, unnamed)),
  ]
}

function notProved({ name }: Workspace): string[] {
  return [
    `there is news for you in the trade portal of ${name}.`,
    'These mails say more once you have proved your e-mail: sign in once by a link that is mailed to you.',
  ]
}

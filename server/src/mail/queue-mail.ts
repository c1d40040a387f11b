import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { OWN_LOOK, button, mailHtml, paragraph } from './mail-layout.ts'
import type { MailLook } from './mail-layout.ts'

/** A mail to one person, as plain text and as HTML: paragraphs of plain text, then a link. */
export type Mail = {
  /** Who causes it, in the outbox: they take turns. */
  owner: { workspaceId: string } | { personId: string }
  to: string
  /** Without it, it looks like a mail of the service itself. */
  look?: MailLook
  subject: string
  paragraphs: string[]
  /** `secret` is the part of the URL that gives access; null for a page that needs a session. */
  link?: { label: string; url: string; secret: string | null }
  /** Later it is of no use, and is not sent any more. */
  sendBefore: Date
}

/**
 * Puts a mail into the outbox, and returns its id. Call it in the transaction that causes the mail: then either both
 * happen or none.
 */
export async function queueMail({ db, clock }: Context, given: Mail): Promise<string> {
  const id = randomUUIDv7()
  // A header is one line.
  const mail = { ...given, subject: given.subject.replaceAll(/\s+/g, ' ') }
  const now = clock()
  const owner = 'workspaceId' in mail.owner ? `workspace ${mail.owner.workspaceId}` : `person ${mail.owner.personId}`
  // What gives access is what somebody waits for.
  const urgent = mail.link?.secret != null
  await db
    .insertInto('mail')
    .values({
      id,
      owner,
      urgent,
      turn: nextTurn(owner, urgent),
      recipient: mail.to,
      subject: mail.subject,
      text: plainText(mail),
      html: html(mail),
      logo: mail.look?.logo ?? null,
      secret: mail.link?.secret ?? null,
      status: 'queued',
      attempts: 0,
      next_attempt_at: now,
      send_before: mail.sendBefore,
      created_at: now,
    })
    .execute()
  return id
}

/**
 * SQL: the round after the last one in which the owner has a mail, or the present round. So mails of many owners are
 * sent in round-robin, and a flood of one delays nobody else (start-time fair queueing). The owner is compared by
 * `between`, as only the index of owners has that order (see `indexHint`).
 */
function nextTurn(owner: string, urgent: boolean) {
  return sql<number>`coalesce(greatest(
    (select turn from mail where status = 'queued' and attempts = 0 and urgent = ${urgent} order by turn, number limit 1),
    (select turn + 1 from mail where status = 'queued' and urgent = ${urgent} and owner between ${owner} and ${owner}
      order by owner desc, turn desc limit 1)
  ), 0)`
}

function plainText({ paragraphs, link, look }: Mail): string {
  const linked = link ? [`${link.label}:\n${link.url}`] : []
  const signed = look?.address ? [`${look.name}\n${look.address}`] : []
  return `${[...paragraphs, ...linked, ...signed].join('\n\n')}\n`
}

function html({ subject, paragraphs, link, look = OWN_LOOK }: Mail): string {
  const content = paragraphs.map(paragraph).join('') + (link ? button(look, link) : '')
  return mailHtml(look, { subject, content })
}

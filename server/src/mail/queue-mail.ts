import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { OWN_LOOK, button, mailHtml, paragraph } from './mail-layout.ts'
import type { MailLook } from './mail-layout.ts'
import { oneLine, plainWords } from './plain-words.ts'
import { statementHtml, statementText } from './statement.ts'
import type { Statement } from './statement.ts'

/** A mail to one person, as plain text and as HTML: paragraphs of plain text, perhaps a statement, then a link. */
export type Mail = {
  /** Who causes it, in the outbox: they take turns. */
  owner: { workspaceId: string } | { personId: string }
  to: string
  /** Without it, it looks like a mail of the service itself. */
  look?: MailLook
  subject: string
  paragraphs: string[]
  statement?: Statement
  /** The order whose PDF is attached when the mail is sent. */
  orderId?: string
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
  const mail = { ...given, subject: oneLine(given.subject) }
  const now = clock()
  const owner = ownerOf(mail.owner)
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
      order_id: mail.orderId ?? null,
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

/** Puts a mail that failed into the outbox once more, for as long as it had the first time. */
export async function requeueMail(
  { db, clock }: Context,
  mail: { id: string; owner: string; urgent: boolean; created_at: Date; send_before: Date },
): Promise<void> {
  const now = clock()
  await db
    .updateTable('mail')
    .set({
      status: 'queued',
      attempts: 0,
      turn: nextTurn(mail.owner, mail.urgent),
      next_attempt_at: now,
      send_before: new Date(now.getTime() + mail.send_before.getTime() - mail.created_at.getTime()),
      last_error: null,
    })
    .where('id', '=', mail.id)
    .execute()
}

/** The owner of a mail as the outbox names it. */
export function ownerOf(owner: Mail['owner']): string {
  return 'workspaceId' in owner ? `workspace ${owner.workspaceId}` : `person ${owner.personId}`
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

function plainText({ paragraphs, statement, link, look }: Mail): string {
  const stated = statement ? [statementText(statement)] : []
  const linked = link ? [`${link.label}:\n${link.url}`] : []
  const signed = look?.address ? [`${look.name}\n${look.address}`] : []
  return plainWords(`${[...paragraphs, ...stated, ...linked, ...signed].join('\n\n')}\n`)
}

function html({ subject, paragraphs, statement, link, look = OWN_LOOK }: Mail): string {
  const stated = statement ? statementHtml(statement) : ''
  const content = paragraphs.map(paragraph).join('') + stated + (link ? button(look, link) : '')
  return mailHtml(look, { subject, content })
}

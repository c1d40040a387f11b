import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { rowset, textArray } from '../../database/rowset.ts'
import {
  OWN_LOOK,
  button,
  mailHtml,
  paragraph,
  nameInMail,
  oneLine,
  plainWords,
  statementHtml,
  statementText,
} from './mail-layout.ts'
import type { MailLook, Statement } from './mail-layout.ts'
import { NotFound } from '../../errors.ts'
import { uuidOf } from '../../lib/uuid.ts'

/** A mail as plain text and as HTML: paragraphs of plain text, perhaps a statement, then a link. */
export type Mail = {
  /** Who causes it, in the outbox: they take turns. */
  owner: { workspaceId: string } | { personId: string }
  /** Without it, it looks like a mail of the service itself. */
  look?: MailLook
  subject: string
  paragraphs: string[]
  statement?: Statement
  /** The order, or the quote, whose PDF is attached when the mail is sent. */
  orderId?: string
  quoteId?: string
  /** `secret` is the part of the URL that gives access; null for a page that needs a session. */
  link?: { label: string; url: string; secret: string | null }
  /** Later it is of no use, and is not sent any more. */
  sendBefore: Date
}

/**
 * Who gets a mail. It follows a person to another e-mail until it is sent. Without one, the address itself is meant: a
 * link that proves it, or a notice that it changes. With a name, the mail begins with a greeting.
 */
export type Recipient = { email: string; personId?: string | null; name?: string }

/**
 * Puts a mail to an address into the outbox, and returns its id. Call it in the transaction that causes the mail: then
 * either both happen or none.
 */
export async function queueMail(context: Context, { to, ...mail }: Mail & { to: string }): Promise<string> {
  const [id] = await queueMails(context, mail, [{ email: to }])
  return id!
}

/** The same for a mail to several people, in one statement that holds its text once. Returns their ids. */
export async function queueMails(
  { db, clock }: Context,
  { subject, ...given }: Mail,
  recipients: readonly Recipient[],
): Promise<string[]> {
  if (recipients.length === 0) return []
  const mail = { ...given, subject: oneLine(subject) }
  const now = clock()
  const owner = ownerOf(mail.owner)
  // What gives access is what somebody waits for.
  const urgent = mail.link?.secret != null
  // Stands for the greeting of each.
  const mark = randomUUID()
  const rows = recipients.map(({ email, personId = null, name }, place) => {
    const greeting = name === undefined ? null : `Hello ${nameInMail(name)},`
    return {
      id: randomUUIDv7(),
      place,
      recipient: email,
      person_id: personId,
      text_greeting: greeting === null ? '' : `${greeting}\n\n`,
      html_greeting: greeting === null ? '' : paragraph(greeting),
    }
  })
  await sql`
    insert into mail (id, owner, urgent, turn, recipient, person_id, subject, text, html, logo, order_id, quote_id, secret, status,
      attempts, next_attempt_at, send_before, created_at)
    select id, ${owner}, ${urgent}, next.turn + place, recipient, person_id, ${mail.subject},
      replace(${plainText(mail, mark)}, ${mark}, text_greeting), replace(${html(mail, mark)}, ${mark}, html_greeting),
      ${mail.look?.logo ?? null}, ${mail.orderId ?? null}::uuid, ${mail.quoteId ?? null}::uuid, ${mail.link?.secret ?? null}, 'queued', 0, ${now},
      ${mail.sendBefore}, ${now}
    from ${rowset(
      rows,
      'id uuid, place integer, recipient text, person_id uuid, text_greeting text, html_greeting text',
    )}, (select ${nextTurn(owner, urgent)} as turn) next
    order by place`.execute(db)
  return rows.map(({ id }) => id)
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
 * sent in round-robin, and a flood of one delays nobody else (start-time fair queueing).
 */
function nextTurn(owner: string, urgent: boolean) {
  return sql<number>`coalesce(greatest(
    (select turn from mail where status = 'queued' and attempts = 0 and urgent = ${urgent} order by turn, number limit 1),
    (select turn + 1 from mail where status = 'queued' and urgent = ${urgent} and owner = ${owner}
      order by turn desc limit 1)
  ), 0)`
}

/** `mark` stands for the greeting with what is behind it. */
function plainText({ paragraphs, statement, link, look }: Mail, mark: string): string {
  const stated = statement ? [statementText(statement)] : []
  const linked = link ? [`${link.label}:\n${link.url}`] : []
  const signed = look?.address ? [`${look.name}\n${look.address}`] : []
  return `${mark}${plainWords(`${[...paragraphs, ...stated, ...linked, ...signed].join('\n\n')}\n`)}`
}

function html({ subject, paragraphs, statement, link, look = OWN_LOOK }: Mail, mark: string): string {
  const stated = statement ? statementHtml(statement) : ''
  const content = mark + paragraphs.map(paragraph).join('') + stated + (link ? button(look, link) : '')
  return mailHtml(look, { subject, content })
}

/** How many mails a list shows. */
const LIMIT = 1_000

/**
 * The mails of the outbox, newest first; for the operator. Once a mail is sent, the secret part of its link is gone.
 */
export async function listMails({ db }: Context) {
  const rows = await select(db).orderBy('created_at', 'desc').orderBy('number', 'desc').limit(LIMIT).execute()
  return rows.map(shape)
}

/** One mail. Throws NotFound. */
export async function readMail({ db }: Context, id: string) {
  const row = await select(db).where('id', '=', uuidOf(id)).executeTakeFirst()
  if (!row) throw new NotFound(`There is no mail with the id "${id}".`)
  return shape(row)
}

function select(db: Context['db']) {
  return db.selectFrom('mail').select(['id', 'recipient', 'subject', 'text', 'created_at', 'status'])
}

function shape(row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>) {
  const { id, recipient: to, subject, text, created_at: at, status } = row
  return { id, to, subject, text, at: at.toISOString(), status }
}

/*
 * A mail that was tried once, and waits for another try, counts as one that has reached its recipient: it may be on its
 * way just now.
 */

/** Removes the mails that still wait. Returns the persons whom the others have reached, or may have reached. */
export async function dropMails(trx: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  const { rows: dropped } = await sql<{ personId: string | null; attempts: number }>`
    delete from mail where id = any(${textArray(ids)}::uuid[]) and status = 'queued'
    returning person_id as "personId", attempts`.execute(trx.db)
  // In a second statement, which sees what was sent while the first one waited for its row.
  const tried = dropped.flatMap(({ personId, attempts }) => (attempts > 0 && personId !== null ? [personId] : []))
  return [...tried, ...(await reachedBy(trx, ids))]
}

/** The persons whom these mails have reached, or may have reached. */
export async function reachedBy({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from mail
    where id = any(${textArray(ids)}::uuid[]) and person_id is not null
      and (status = 'sent' or status = 'queued' and attempts > 0)`.execute(db)
  return rows.map(({ personId }) => personId)
}

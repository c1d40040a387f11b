import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js'
import type { Context } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { Unavailable } from '../../errors.ts'

/** How long the outbox keeps a mail. */
const KEPT_MS = 30 * 86_400_000

/** How long sending a mail may take, in milliseconds. Noting that it was sent comes on top: all is over before LEASE_MS. */
export const SEND_WITHIN_MS = 3 * 60_000

/** Sends one mail within SEND_WITHIN_MS, or throws. */
export type SendMail = (
  mail: Pick<
    Row<'mail'>,
    'id' | 'owner' | 'recipient' | 'subject' | 'text' | 'html' | 'logo' | 'order_id' | 'quote_id'
  >,
) => Promise<void>

/** A mail that is being sent is left to its process for this long. After that, the process is taken for dead. */
const LEASE_MS = 5 * 60_000
/** Exponential backoff: the pause after the first failure, and the longest pause. */
const BACKOFF_MS = 60_000
const MAX_BACKOFF_MS = 60 * 60_000
/** How long the database may be away before a mail that was sent counts as not sent, in milliseconds: as in a failover. */
const NOTED_WITHIN_MS = 60_000
const NOTE_AGAIN_MS = 250

/** SQL: removes what gives access from a mail that is not sent any more. */
const WITHOUT_SECRET = {
  text: sql<string>`replace(text, coalesce(secret, ''), '…')`,
  html: sql<string>`replace(html, coalesce(secret, ''), '…')`,
  secret: null,
}

/**
 * Sends all mails of the outbox that are due: urgent ones first, and the owners in turns. Several processes may do this
 * at once. No transaction is open while a mail is sent. So a crash may send a mail twice, with the same Message-ID, but
 * never lose one. `failed` is told each failure.
 */
export async function sendMails(context: Context, send: SendMail, failed: (error: SMTPError) => void): Promise<void> {
  await giveUpLate(context)
  for (let mail; (mail = await claim(context));) {
    try {
      await send(mail)
    } catch (error) {
      failed(error as SMTPError)
      await (isFinal(error as SMTPError)
        ? finish(context, mail, { status: 'failed', last_error: (error as SMTPError).message })
        : retryLater(context, mail, error as SMTPError))
      continue
    }
    await noteSent(context, mail)
  }
}

/** Marks mails as failed whose time is over. */
async function giveUpLate({ db, clock }: Context): Promise<void> {
  await db
    .updateTable('mail')
    .set({ ...WITHOUT_SECRET, status: 'failed', last_error: 'It was too late to send it.' })
    // No parameter: a prepared statement would not use the index of queued mails.
    .where('status', '=', sql.lit('queued' as const))
    .where('send_before', '<=', clock())
    .execute()
}

/** A mail that is due. One to a person goes to the e-mail that they have now, and keeps it as the one where it went. */
async function claim(context: Context): Promise<Row<'mail'> | undefined> {
  const mail = await claimDue(context)
  if (!mail || mail.person_id === null) return mail
  const person = await context.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', mail.person_id)
    .executeTakeFirst()
  return { ...mail, recipient: person?.email ?? mail.recipient }
}

/**
 * Claims one mail: several would have to share the lease. Those that were never sent are taken in their order. Where
 * SMTP was away, very many may wait for another attempt: what is due of them is found by its time. Each look reads one
 * index, and no mail that waits.
 */
async function claimDue({ db, clock }: Context): Promise<Row<'mail'> | undefined> {
  const now = clock()
  const look = (which: RawBuilder<unknown>) => sql`
    select id, urgent, turn, number from mail
    where status = 'queued' and send_before > ${now} and ${which}
    limit 1 for update skip locked`
  const isDue = sql`attempts > 0 and next_attempt_at <= ${now}`
  const { rows } = await sql<Row<'mail'>>`
    with unsent as materialized (${look(sql`attempts = 0 order by urgent desc, turn, number`)}),
      urgent as materialized (${look(sql`${isDue} and urgent order by next_attempt_at`)}),
      other as materialized (${look(sql`${isDue} and not urgent order by next_attempt_at`)})
    update mail set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
    where id = (
      select id from (table unsent union all table urgent union all table other) due
      order by urgent desc, turn, number limit 1)
    returning *`.execute(db)
  return rows[0]
}

/** Waits for a database that is away: a mail whose sending is not noted is sent again. */
async function noteSent(context: Context, mail: Row<'mail'>): Promise<void> {
  const sent_at = context.clock()
  for (const deadline = performance.now() + NOTED_WITHIN_MS; ;) {
    try {
      return await finish(context, mail, { status: 'sent', sent_at, last_error: null })
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > deadline) throw error
      await setTimeout(NOTE_AGAIN_MS)
    }
  }
}

/** The code of RFC 3463 in an answer; not the address of a host. */
const ENHANCED = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/
/** Answers without such a code that say that the service has to sign in. */
const SIGN_IN_FIRST = /^5(?:03|3[0458])/

/**
 * Refusals (5xx) of a recipient or a message that are about the sender all the same, by the command that they answer:
 * it has to sign in, is blocked, or has sent too much. Many servers tell this only when they hear the recipient. The
 * numbers are those of RFC 3463 and RFC 7372; after a message, 5.7.0 to 5.7.9 are about what is in it.
 */
const ABOUT_SENDER: Record<string, RegExp> = {
  'RCPT TO': /^5\.(1\.[78]|4\.5|7\.\d+)$/,
  DATA: /^5\.(1\.[78]|4\.5|7\.\d\d+)$/,
}

/** The same in words, where an answer to a recipient has no code, or 5.0.0, which says nothing. */
const SENDER_IN_WORDS =
  /rela[yi]|rcpthosts|authenti|(?:log|sign)[ -]?in|sender|\b(?:access|permission) denied|prohibit|not (?:permitted|authori[sz]ed)|allowed to (?:send|this)|block|blacklist|reputation|spam|too many|limit|\b(?:SPF|HELO|EHLO|PTR|reverse DNS)\b/i

/** Whether a mail would be refused again, also by a server that works: its recipient or its content was refused. */
function isFinal({ command = '', response = '', responseCode = 0 }: SMTPError): boolean {
  const aboutSender = ABOUT_SENDER[command]
  if (responseCode < 500 || aboutSender === undefined || SIGN_IN_FIRST.test(response)) return false
  const [code = '5.0.0'] = ENHANCED.exec(response) ?? []
  if (code !== '5.0.0') return !aboutSender.test(code)
  // An address may have such a word in it.
  return command !== 'RCPT TO' || !SENDER_IN_WORDS.test(response.replaceAll(/\S+@\S+/g, ''))
}

async function retryLater(
  { db, clock }: Context,
  mail: Row<'mail'>,
  { message: last_error }: SMTPError,
): Promise<void> {
  const pause = Math.min(BACKOFF_MS * 2 ** (mail.attempts - 1), MAX_BACKOFF_MS)
  const next_attempt_at = new Date(clock().getTime() + pause)
  await db
    .updateTable('mail')
    .set({ recipient: mail.recipient, last_error, next_attempt_at })
    .where('id', '=', mail.id)
    .execute()
}

async function finish(
  { db }: Context,
  { id, recipient }: Row<'mail'>,
  end: Pick<Row<'mail'>, 'status' | 'last_error'> & { sent_at?: Date },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ ...WITHOUT_SECRET, recipient, ...end })
    .where('id', '=', id)
    .execute()
}

/** Removes old mails from the outbox, and the secrets of those that nobody will send. */
export async function removeOldMails(context: Context): Promise<void> {
  await giveUpLate(context)
  const before = new Date(context.clock().getTime() - KEPT_MS)
  await context.db.deleteFrom('mail').where('created_at', '<=', before).where('status', '!=', 'queued').execute()
}

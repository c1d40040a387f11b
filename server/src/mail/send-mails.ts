import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js'
import type { Context } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { Unavailable } from '../errors.ts'

/** How long the outbox keeps a mail. */
const KEPT_MS = 30 * 86_400_000

/** Sends one mail, or throws. */
export type SendMail = (
  mail: Pick<Row<'mail'>, 'id' | 'owner' | 'recipient' | 'subject' | 'text' | 'html' | 'logo' | 'order_id'>,
) => Promise<void>

/** Mails that one run takes at a time. */
const BATCH = 10
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
  for (let mails; (mails = await claim(context)).length > 0;) {
    for (const mail of mails) {
      try {
        await send(mail)
      } catch (error) {
        failed(error as SMTPError)
        await retryLater(context, mail, error as SMTPError)
        continue
      }
      await noteSent(context, mail.id)
    }
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

/**
 * Those that were never sent are taken in their order. Where SMTP was away, very many may wait for another attempt: what
 * is due of them is found by its time. Each look reads one index, and no mail that waits.
 */
async function claim({ db, clock }: Context): Promise<Row<'mail'>[]> {
  const now = clock()
  const look = (which: RawBuilder<unknown>) => sql`
    select id, urgent, turn, number from mail where status = 'queued' and next_attempt_at <= ${now} and ${which}
    limit ${BATCH} for update skip locked`
  const { rows } = await sql<Row<'mail'>>`
    with unsent as materialized (${look(sql`attempts = 0 order by urgent desc, turn, number`)}),
      urgent as materialized (${look(sql`attempts > 0 and urgent order by next_attempt_at`)}),
      other as materialized (${look(sql`attempts > 0 and not urgent order by next_attempt_at`)})
    update mail set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
    where id in (
      select id from (table unsent union all table urgent union all table other) due
      order by urgent desc, turn, number limit ${BATCH})
    returning *`.execute(db)
  // An update returns its rows in any order.
  return rows.toSorted(
    (a, b) => Number(b.urgent) - Number(a.urgent) || a.turn - b.turn || Number(a.number) - Number(b.number),
  )
}

/** Waits for a database that is away: a mail whose sending is not noted is sent again. */
async function noteSent(context: Context, id: string): Promise<void> {
  const sent_at = context.clock()
  for (const deadline = performance.now() + NOTED_WITHIN_MS; ;) {
    try {
      return await finish(context, id, { status: 'sent', sent_at, last_error: null })
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > deadline) throw error
      await setTimeout(NOTE_AGAIN_MS)
    }
  }
}

/** A refusal for good (5xx) is final. */
async function retryLater(context: Context, mail: Row<'mail'>, error: SMTPError): Promise<void> {
  const last_error = error.message
  if ((error.responseCode ?? 0) >= 500) return finish(context, mail.id, { status: 'failed', last_error })
  const pause = Math.min(BACKOFF_MS * 2 ** (mail.attempts - 1), MAX_BACKOFF_MS)
  const next_attempt_at = new Date(context.clock().getTime() + pause)
  await context.db.updateTable('mail').set({ last_error, next_attempt_at }).where('id', '=', mail.id).execute()
}

async function finish(
  { db }: Context,
  id: string,
  end: Pick<Row<'mail'>, 'status' | 'last_error'> & { sent_at?: Date },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ ...WITHOUT_SECRET, ...end })
    .where('id', '=', id)
    .execute()
}

/** Removes old mails from the outbox, and the secrets of those that nobody will send. */
export async function removeOldMails(context: Context): Promise<void> {
  await giveUpLate(context)
  const before = new Date(context.clock().getTime() - KEPT_MS)
  await context.db.deleteFrom('mail').where('created_at', '<=', before).where('status', '!=', 'queued').execute()
}

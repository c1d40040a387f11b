import { sql } from 'kysely'
import { recordActivity } from './activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { MailStatus } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { ownerOf, requeueMail } from '../jobs/mail/queue-mail.ts'
import { uuidOf } from '../lib/uuid.ts'

/** At most so many failed mails are counted, and shown on the home page. */
const MAX_COUNTED = 1_000
const LISTED = 5

/** Mails of the workspace, newest first. `before` is the number of a mail: older ones follow it. */
export async function listOutbox(
  context: WorkspaceContext,
  { status, before, limit }: { status?: MailStatus | undefined; before?: string | undefined; limit: number },
) {
  const rows = await newestFirst(context)
    .$if(status !== undefined, (query) => query.where('status', '=', sql.lit(status!)))
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .limit(limit)
    .execute()
  return { mails: rows.map(shape), before: rows.length === limit ? String(rows.at(-1)!.number) : null }
}

/** SQL: what staff have to know of. Both have an index. */
const TROUBLE = {
  failed: sql<boolean>`status = 'failed'`,
  /** The mail server has not taken them yet. They are tried again. */
  waiting: sql<boolean>`status = 'queued' and last_error is not null`,
}

/** How many mails of the workspace failed, or could not be sent yet, 1,000 standing for more; and the last ones. */
export async function readFailedMails(context: WorkspaceContext) {
  const read = async (which: keyof typeof TROUBLE) => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from (
        select 1 from mail where owner = ${ownerOf(context)} and ${TROUBLE[which]}
          limit ${sql.lit(MAX_COUNTED)}) found`.execute(context.db)
    const first = await newestFirst(context).where(TROUBLE[which]).limit(LISTED).execute()
    return { total: Number(rows[0]!.count), first: first.map(shape) }
  }
  return { ...(await read('failed')), waiting: await read('waiting') }
}

/** The text of a mail. A link that gives access is not part of it. Throws NotFound. */
export async function readOutboxMail(context: WorkspaceContext, id: string) {
  const row = await selectMails(context).select(['text', 'secret']).where('id', '=', uuidOf(id)).executeTakeFirst()
  if (!row) throw new NotFound('There is no such mail.')
  const { text, secret, ...mail } = row
  return { ...shape(mail), text: secret === null ? text : text.replace(secret, '…') }
}

/**
 * Puts a failed mail into the outbox again. Throws NotFound; InvalidRequest if it did not fail, or if it held a link
 * that gives access: the link is gone.
 */
export async function sendMailAgain(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const mail = await selectMails(trx).where('id', '=', uuidOf(id)).forUpdate().executeTakeFirst()
    if (!mail) throw new NotFound('There is no such mail.')
    const reason = reasonNotAgain(mail)
    if (reason !== null) throw new InvalidRequest(reason)
    await requeueMail(trx, mail)
    await recordActivity(trx, {
      action: 'mail.send_again',
      subject: { type: 'mail', id, label: mail.subject },
      changes: { to: mail.recipient },
    })
  })
}

function newestFirst(context: WorkspaceContext) {
  return selectMails(context).orderBy('number', 'desc')
}

function selectMails(context: WorkspaceContext) {
  return context.db
    .selectFrom('mail')
    .select([
      'id',
      'number',
      'owner',
      'recipient',
      'subject',
      'status',
      'urgent',
      'attempts',
      'created_at',
      'sent_at',
      'send_before',
      'last_error',
    ])
    .where('owner', '=', ownerOf(context))
}

type MailRow = Awaited<ReturnType<ReturnType<typeof selectMails>['executeTakeFirstOrThrow']>>

function shape(mail: MailRow) {
  const { id, recipient: to, subject, status, created_at, sent_at, last_error } = mail
  return {
    id,
    to,
    subject,
    status,
    at: created_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
    /** What the mail server said last. */
    problem: status === 'sent' ? null : last_error,
    /** Why it cannot be sent again; null if it can be. */
    reasonNotAgain: reasonNotAgain(mail),
  }
}

/** Urgent mails are those with a link that gives access. */
function reasonNotAgain({ status, urgent }: Pick<MailRow, 'status' | 'urgent'>): string | null {
  if (status === 'sent') return 'It was sent.'
  if (status === 'queued') return 'It waits to be sent, and is tried again by itself.'
  return urgent ? 'It held a link that works no longer: invite them again.' : null
}

import type { Context } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { isUuid } from '../../lib/uuid.ts'

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
  const row = isUuid(id) ? await select(db).where('id', '=', id).executeTakeFirst() : undefined
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

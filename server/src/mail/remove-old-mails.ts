import type { Context } from '../context.ts'
import { giveUpLate } from './send-mails.ts'

/** How long the outbox keeps a mail. */
const KEPT_MS = 30 * 86_400_000

/** Removes old mails from the outbox, and the secrets of those that nobody will send. */
export async function removeOldMails(context: Context): Promise<void> {
  await giveUpLate(context)
  const before = new Date(context.clock().getTime() - KEPT_MS)
  await context.db.deleteFrom('mail').where('created_at', '<=', before).where('status', '!=', 'queued').execute()
}

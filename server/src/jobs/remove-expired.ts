import type { Context } from '../context.ts'
import { removeOldImports } from '../imports/remove-old-imports.ts'
import { removeOldMails } from '../mail/remove-old-mails.ts'
import { forgetAttempts } from '../people/attempts.ts'
import { removeExpiredSessions } from '../people/sessions.ts'

/**
 * Removes what has expired, and is of no use any more: sessions, links, windows of attempts, old mail, old
 * imports.
 */
export async function removeExpired(context: Context): Promise<void> {
  await removeExpiredSessions(context)
  await forgetAttempts(context)
  await removeOldMails(context)
  await removeOldImports(context)
}

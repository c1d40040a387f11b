import type { Context } from '../context.ts'
import { nameInMail } from '../jobs/mail/mail-layout.ts'
import { queueMail } from '../jobs/mail/queue-mail.ts'
import type { KnownPerson } from './persons.ts'

const DAY_MS = 86_400_000

/**
 * Mails a person what was changed of their account: so nobody else changes it unseen. An address that was never proved
 * may be that of a stranger, who is told nothing.
 */
export async function tellPerson(
  context: Context,
  { id: personId, email, email_verified, name }: KnownPerson,
  what: string,
): Promise<void> {
  if (!email_verified) return
  await queueMail(context, {
    owner: { personId },
    to: email,
    subject: 'Your account at Trade Catalogue was changed',
    paragraphs: [
      `Hello ${nameInMail(name)},`,
      what,
      'If this was not you, ask for a new password, remove the passkeys that you do not know from your account, and tell whoever runs the service.',
    ],
    sendBefore: new Date(context.clock().getTime() + DAY_MS),
  })
}

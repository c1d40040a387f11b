import type { Context } from '../server/src/context.ts'
import { sendMails } from '../server/src/mail/send-mails.ts'

/** Tries to send all mails that are due by a server that refuses them for good. */
export async function sendInVain(context: Context): Promise<void> {
  await sendMails(context, refuse, () => {})
}

async function refuse(): Promise<never> {
  throw Object.assign(new Error('550 No such mailbox'), { responseCode: 550 })
}

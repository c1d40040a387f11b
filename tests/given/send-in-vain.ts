import type { Context } from '../../server/src/context.ts'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'

/** Tries to send all mails that are due by a server that refuses them, for good unless it is another command. */
export async function sendInVain(
  context: Context,
  { command = 'RCPT TO', response = '550 No such mailbox' } = {},
): Promise<void> {
  await sendMails(
    context,
    () =>
      Promise.reject(
        Object.assign(new Error(response), { command, response, responseCode: Number(response.slice(0, 3)) }),
      ),
    () => {},
  )
}

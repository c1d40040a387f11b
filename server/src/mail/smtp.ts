import { createTransport } from 'nodemailer'
import type { SendMail } from './send-mails.ts'

/** How long the server may stay silent, in milliseconds. */
const TIMEOUT_MS = 30_000

/** Sends mails by the SMTP server of that URL, from that address. */
export function smtpSender({ url, from }: { url: string; from: string }): SendMail {
  const transport = transportTo(url)
  return async ({ id, recipient, subject, text, html }) => {
    await transport.sendMail({
      from,
      // As an object, it is one address whatever it contains.
      to: { name: '', address: recipient },
      subject,
      text,
      html,
      messageId: `<${id}@trade-catalogue>`,
    })
  }
}

/** Greets the SMTP server and signs in, without a mail. Throws where the server does not let the service in. */
export async function greetSmtp({ url }: { url: string }): Promise<void> {
  const transport = transportTo(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function transportTo(url: string) {
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

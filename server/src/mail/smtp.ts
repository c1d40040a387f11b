import { createTransport } from 'nodemailer'
import { LOGO_ID, withoutLogo } from './mail-layout.ts'
import type { SendMail } from './send-mails.ts'

/** How long the server may stay silent, in milliseconds. */
const TIMEOUT_MS = 30_000

/** Reads a logo by its digest, as PNG. */
export type ReadLogo = (digest: string) => Promise<Buffer | null>

/** Sends mails by the SMTP server of that URL, from that address, with the logo attached that their HTML shows. */
export function smtpSender({ url, from }: { url: string; from: string }, readLogo: ReadLogo): SendMail {
  const transport = transportTo(url)
  return async ({ id, recipient, subject, text, html, logo }) => {
    // A mail without its logo is better than none.
    const content = logo && (await readLogo(logo).catch(() => null))
    await transport.sendMail({
      from,
      // As an object, it is one address whatever it contains.
      to: { name: '', address: recipient },
      subject,
      text,
      html: content ? html : withoutLogo(html),
      attachments: content
        ? [{ filename: 'logo.png', content, cid: LOGO_ID, contentDisposition: 'inline' as const }]
        : [],
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

import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../../config.ts'
import { LOGO_ID, imagesIn, withImages } from './mail-layout.ts'
import { SEND_WITHIN_MS } from './send-mails.ts'
import type { SendMail } from './send-mails.ts'

/** How long the server may stay silent, in milliseconds. */
const TIMEOUT_MS = 30_000

/** What mails have attached. Null where it is not there any more. */
export type ReadAttachments = {
  /** An image by its digest: a logo as PNG, a picture of a product as JPEG. */
  image: (digest: string, format: 'png' | 'jpeg') => Promise<Buffer | null>
  /** An order as a PDF, with the name of its file. */
  order: (workspaceId: string, id: string) => Promise<{ filename: string; content: Buffer } | null>
  /** A quote, in the same way. */
  quote: (workspaceId: string, id: string) => Promise<{ filename: string; content: Buffer } | null>
}

/** Sends mails by the SMTP server of that URL, from that address, with the images that their HTML shows. */
export function smtpSender({ url, from }: MailConfig, read: ReadAttachments): SendMail {
  const transport = transportTo(url)
  const domain = domainToASCII(from.address.split('@')[1]!)
  return async ({ id, owner, recipient, subject, text, html, logo, order_id, quote_id }) => {
    const images = await readImages(read, { html, logo })
    const workspaceId = owner.replace('workspace ', '')
    const order = order_id && (await read.order(workspaceId, order_id))
    const quote = quote_id && (await read.quote(workspaceId, quote_id))
    await transport.sendMail({
      from,
      // As an object, it is one address whatever it contains.
      to: { name: '', address: recipient },
      subject,
      text,
      html: withImages(html, new Set(images.map(({ cid }) => cid))),
      attachments: [...images, ...(order ? [order] : []), ...(quote ? [quote] : [])],
      messageId: `<${id}@${domain}>`,
      // So that absences do not answer: RFC 3834, and for Exchange its own header.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
      signal: AbortSignal.timeout(SEND_WITHIN_MS),
    })
  }
}

/** A mail without an image is better than none. */
async function readImages(read: ReadAttachments, { html, logo }: { html: string; logo: string | null }) {
  const images = []
  for (const cid of imagesIn(html)) {
    const [digest, format] = cid === LOGO_ID ? [logo, 'png' as const] : [cid, 'jpeg' as const]
    const content = digest && (await read.image(digest, format).catch(() => null))
    if (content) images.push({ cid, content, filename: `${cid}.${format}`, contentDisposition: 'inline' as const })
  }
  return images
}

/** Greets the SMTP server and signs in, without a mail. Throws where the server does not let the service in. */
export async function greetSmtp({ url }: MailConfig): Promise<void> {
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

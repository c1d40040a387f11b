import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../context.ts'

/** A mail to one person: paragraphs of plain text, then a link. */
export type Mail = {
  to: string
  subject: string
  paragraphs: string[]
  /** `secret` is the part of the URL that gives access; null for a page that needs a session. */
  link?: { label: string; url: string; secret: string | null }
  /** Later it is of no use, and is not sent any more. */
  sendBefore: Date
}

/** Puts a mail into the outbox. Call it in the transaction that causes the mail: then either both happen or none. */
export async function queueMail({ db, clock }: Context, given: Mail): Promise<void> {
  // A header is one line.
  const mail = { ...given, subject: given.subject.replaceAll(/\s+/g, ' ') }
  const now = clock()
  await db
    .insertInto('mail')
    .values({
      id: randomUUIDv7(),
      recipient: mail.to,
      subject: mail.subject,
      text: plainText(mail),
      html: html(mail),
      secret: mail.link?.secret ?? null,
      status: 'queued',
      attempts: 0,
      next_attempt_at: now,
      send_before: mail.sendBefore,
      created_at: now,
    })
    .execute()
}

function plainText({ paragraphs, link }: Mail): string {
  return `${[...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : [])].join('\n\n')}\n`
}

function html({ subject, paragraphs, link }: Mail): string {
  const parts = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`)
  if (link) parts.push(`<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>${parts.join('')}</body></html>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
}

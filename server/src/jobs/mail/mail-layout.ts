import { accentOf } from '../../shared/accent.ts'
import { plainWords } from './plain-words.ts'

/** Who writes: with a colour and perhaps a second one as `#rrggbb`, the lines of an address, and a logo's digest. */
export type MailLook = {
  name: string
  colour: string
  secondColour: string | null
  address: string | null
  logo: string | null
}

/** Mails about an account are from no wholesaler. */
export const OWN_LOOK: MailLook = {
  name: 'Trade Catalogue',
  colour: '#3b5bdb',
  secondColour: null,
  address: null,
  logo: null,
}

/**
 * The Content-ID of the logo. Images are attached when the mail is sent, as a mailbox may not reach the service; that of
 * a picture is its digest.
 */
export const LOGO_ID = 'logo'

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * A mail as HTML, in the colours of its sender: `content` is HTML, such as `paragraph` and `button` make. Texts are
 * escaped here. Tables and inline styles, as mail programs know little else; those that know more darken it.
 */
export function mailHtml(look: MailLook, { subject, content }: { subject: string; content: string }): string {
  const [accent, second] = [accentOf(look.colour), accentOf(look.secondColour ?? look.colour)]
  const logo = look.logo
    ? `<img src="cid:${LOGO_ID}" alt="" height="44" style="display:block;height:44px;max-width:240px;margin-bottom:8px">`
    : ''
  const address = look.address
    ? `<p class="soft" style="margin:24px 0 0;font-size:13px;color:#555555">${lines(look.address)}</p>`
    : ''
  const dark = [
    'body,.page{background:#242424!important;color:#e8e8e8!important}',
    '.soft{color:#b8b8b8!important}',
    '.line{border-color:#555555!important}',
    `.top{border-color:${second.filled.dark}!important}`,
    `.button{background:${accent.filled.dark}!important;color:${accent.onFilled}!important}`,
  ].join('')
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}</style></head>`,
    `<body style="margin:0;padding:16px;background:#ffffff;color:#1a1a1a;${FONT};font-size:16px;line-height:1.5">`,
    '<div role="main"><table role="presentation" class="page" width="100%" style="max-width:600px;margin:0 auto;border-collapse:collapse">',
    `<tr><td class="top" style="padding:16px 0;border-top:4px solid ${second.filled.light}">`,
    `${logo}<h1 style="margin:0;font-size:16px">${escaped(look.name)}</h1></td></tr><tr><td>${content}${address}</td></tr></table></div></body></html>`,
  ].join('')
}

/** The Content-IDs of the images that the HTML of a mail shows. */
export function imagesIn(html: string): Set<string> {
  return new Set([...html.matchAll(/<img src="cid:([^"]+)"/g)].map(([, id]) => id!))
}

/** The HTML with those images alone. */
export function withImages(html: string, attached: ReadonlySet<string>): string {
  return html.replaceAll(/<img src="cid:([^"]+)"[^>]*>/g, (image, id: string) => (attached.has(id) ? image : ''))
}

/** The picture of a product, by the digest of its image. */
export function picture(digest: string, side: number): string {
  return `<img src="cid:${digest}" alt="" width="${side}" style="display:block;width:${side}px;height:auto;border-radius:4px">`
}

export function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${lines(text)}</p>`
}

export function button({ colour }: MailLook, { label, url }: { label: string; url: string }): string {
  const { filled, onFilled } = accentOf(colour)
  const style = `display:inline-block;padding:10px 20px;border-radius:4px;background:${filled.light};color:${onFilled};font-weight:600;text-decoration:none`
  return `<p style="margin:0 0 16px"><a class="button" href="${escaped(url)}" style="${style}">${escaped(label)}</a></p>`
}

function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escaped(text: string): string {
  return plainWords(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
}

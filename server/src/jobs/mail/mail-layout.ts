import { accentOf } from '../../shared/accent.ts'

/** Who writes: with a colour as `#rrggbb`, the lines of an address, and a logo's digest. */
export type MailLook = {
  name: string
  colour: string
  address: string | null
  logo: string | null
}

/** Mails about an account are from no wholesaler. */
export const OWN_LOOK: MailLook = {
  name: 'Trade Catalogue',
  colour: '#3b5bdb',
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
 * A mail as HTML, in the colour of its sender: `content` is HTML, such as `paragraph` and `button` make. Texts are
 * escaped here. Tables and inline styles, as mail programs know little else; those that know more darken it.
 */
export function mailHtml(look: MailLook, { subject, content }: { subject: string; content: string }): string {
  const accent = accentOf(look.colour)
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
    `.top{border-color:${accent.filled.dark}!important}`,
    `.button{background:${accent.filled.dark}!important;color:${accent.onFilled}!important}`,
  ].join('')
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}</style></head>`,
    `<body style="margin:0;padding:16px;background:#ffffff;color:#1a1a1a;${FONT};font-size:16px;line-height:1.5">`,
    '<div role="main"><table role="presentation" class="page" width="100%" style="max-width:600px;margin:0 auto;border-collapse:collapse">',
    `<tr><td class="top" style="padding:16px 0;border-top:4px solid ${accent.filled.light}">`,
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
function picture(digest: string, side: number): string {
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

/** Text as HTML shows it. */
export function escaped(text: string): string {
  return plainWords(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
}

/** What changes the order in which text is shown, and control characters other than tabs and new lines. */
const TRICKS = /\p{Bidi_Control}|[^\P{Cc}\t\n]/gu
/** In characters. */
const MAX_NAME = 60
/** Between other characters, these make mail programs show an address or a link. */
const LINKING = /(?<=\S)[.．。｡:@](?=\S)/g

/** Text as it is shown in the order in which it is written. */
export function plainWords(text: string): string {
  return text.replaceAll(TRICKS, '')
}

/** A text on one line, such as a subject. */
export function oneLine(text: string): string {
  return plainWords(text.replaceAll(/\s+/g, ' ')).trim()
}

/** The name that somebody chose, for a mail: on one line, no longer than a name is, and never a link. */
export function nameInMail(name: string): string {
  const characters = [...oneLine(name).replaceAll(LINKING, '$& ')]
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME).join('')}…` : characters.join('')
}

/** What an order consists of, within a mail: facts with their names, lines, and what they add up to. */
export type Statement = {
  facts: [name: string, value: string][]
  /** `picture` is the digest of an image. */
  lines: { picture: string | null; name: string; detail: string; amount: string }[]
  /** What stands for the lines that are left out. */
  more: string | null
  totals: [name: string, amount: string][]
  /** What is said of freight and the like. */
  terms: string | null
}

const CELL = 'padding:8px 8px 8px 0;vertical-align:top'
const RULE = 'border-top:1px solid #d0d0d0'
const SOFT = 'class="soft" style="font-size:14px;color:#555555"'

/** The width of a picture, in pixels. */
const PICTURE = 48

export function statementHtml({ facts, lines, more, totals, terms }: Statement): string {
  const hasPictures = lines.some((line) => line.picture !== null)
  const rows = lines.map(({ picture: digest, name, detail, amount }) => {
    const image = digest === null ? '' : picture(digest, PICTURE)
    const first = hasPictures ? `<td class="line" width="${PICTURE}" style="${CELL};${RULE}">${image}</td>` : ''
    const text = `<td class="line" style="${CELL};${RULE}">${escaped(name)}<br><span ${SOFT}>${escaped(detail)}</span></td>`
    return `<tr>${first}${text}${amountCell(amount, RULE)}</tr>`
  })
  const span = hasPictures ? ' colspan="2"' : ''
  const rest =
    more === null ? '' : `<tr><td class="line" colspan="3" style="${CELL};${RULE}">${escaped(more)}</td></tr>`
  const sums = totals.map(
    ([name, amount], i) =>
      `<tr><td${span} class="line" style="${CELL};${i === 0 ? RULE : ''};font-weight:600">${escaped(name)}</td>${amountCell(amount, i === 0 ? RULE : '', 600)}</tr>`,
  )
  const said = facts.map(
    ([name, value]) =>
      `<tr><td ${SOFT.replace('style="', `style="padding:2px 16px 2px 0;vertical-align:top;white-space:nowrap;`)}>${escaped(name)}</td><td style="vertical-align:top">${escaped(value).replaceAll('\n', '<br>')}</td></tr>`,
  )
  return `${table(said.join(''), '')}${table([...rows, rest, ...sums].join(''), 'width:100%;')}${terms === null ? '' : paragraph(terms)}`
}

export function statementText({ facts, lines, more, totals, terms }: Statement): string {
  return [
    facts.map(([name, value]) => `${name}: ${value.replaceAll('\n', ', ')}`).join('\n'),
    lines.map(({ name, detail, amount }) => `${name}\n  ${detail}: ${amount}`).join('\n'),
    ...(more === null ? [] : [more]),
    totals.map(([name, amount]) => `${name}: ${amount}`).join('\n'),
    ...(terms === null ? [] : [terms]),
  ].join('\n\n')
}

function table(rows: string, style: string): string {
  return `<table role="presentation" style="${style}border-collapse:collapse;margin:0 0 16px">${rows}</table>`
}

function amountCell(amount: string, rule: string, weight = 400): string {
  return `<td class="line" align="right" style="${CELL};${rule};padding-right:0;white-space:nowrap;font-weight:${weight}">${escaped(amount)}</td>`
}

import { escaped, paragraph, picture } from './mail-layout.ts'

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

/** The statement as HTML. */
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

/** The statement as plain text. */
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

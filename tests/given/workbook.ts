import { zip } from '../../server/src/files/export/zip.ts'

/** XML, whole or in parts. */
type Content = string | Iterable<string>

type Parts = {
  /** Rows by the name of the sheet. */
  sheets?: Record<string, Content>
  strings?: Content
  styles?: Content
  /** More of what the workbook refers to. */
  relations?: Content
  /** Other files, or these in another way. */
  more?: Record<string, Content>
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${TYPE}/${kind}" Target="${target}"/>`
}

/** A workbook, as spreadsheets write it. */
export async function workbook(parts: Parts): Promise<Buffer> {
  const { sheets = {}, strings = '', styles = '', relations = '', more = {} } = parts
  const names = Object.keys(sheets)
  const named = names.map((name, i) => `<x:sheet name="${name}" r:id="s${i}"${stateOf(name)}/>`)
  const related = [
    ...names.map((_, i) => relation(`s${i}`, 'worksheet', `/xl/worksheets/sheet${i}.xml`)),
    relation('t', 'sharedStrings', 'sharedStrings.xml'),
    relation('u', 'styles', 'styles.xml'),
  ]
  const files: Record<string, Content> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<x:workbook xmlns:x="m"><x:sheets>${named.join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': within('Relationships', [...related, ...inParts(relations)]),
    'xl/sharedStrings.xml': within('sst', strings),
    'xl/styles.xml': within('styleSheet', styles),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [
        `xl/worksheets/sheet${i}.xml`,
        within('worksheet', within('sheetData', rows)),
      ]),
    ),
    ...more,
  }
  const entries = Object.entries(files).map(([name, content]) => ({ name, content: inParts(content) }))
  return Buffer.concat(await Array.fromAsync(zip(entries)))
}

function stateOf(name: string): string {
  return name === 'Hidden' ? ' state="hidden"' : ''
}

/** The same text very often, in parts. */
export function* often(times: number, text: string | ((i: number) => string)): Generator<string> {
  const AT_ONCE = 1_000
  for (let from = 0; from < times; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, times - from)
    yield typeof text === 'string'
      ? text.repeat(count)
      : Array.from({ length: count }, (_, i) => text(from + i)).join('')
  }
}

function* within(tag: string, content: Content): Generator<string> {
  yield `<${tag}>`
  yield* inParts(content)
  yield `</${tag}>`
}

function inParts(content: Content): Iterable<string> {
  return typeof content === 'string' ? [content] : content
}

import { guardTextCell } from '../spreadsheets/cells.ts'
import { plainAmount } from './document-head.ts'
import { zip } from './zip.ts'

/** A cell: a text, a number, an amount in minor units, or nothing. */
export type Cell = string | number | { minor: number } | null

/** What a table has besides its rows. `decimals`: of the currency. `widths`: of its first columns, in characters. */
export type TableShape = { sheet: string; widths: readonly number[]; decimals: number }

/**
 * A workbook of one sheet, made while its rows come. The first part of the rows is its head: it stays in sight, and its
 * last row has filters.
 */
export function xlsx({ sheet, widths, decimals }: TableShape, rows: AsyncIterable<Cell[][]>): AsyncGenerator<Buffer> {
  return zip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', content: [workbook(sheet)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml')],
    },
    { name: 'xl/styles.xml', content: [styles(decimals)] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(widths, decimals, rows) },
  ])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`

/** Pairs of the type and the target of a relation; the first is rId1. */
function relations(...pairs: string[]): string {
  const all = Array.from({ length: pairs.length / 2 }, (_, i) => {
    const [type, target] = [pairs[2 * i]!, pairs[2 * i + 1]!]
    return `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`
  })
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}

function workbook(sheet: string): string {
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

/** Style 1 is for amounts, style 2 for headings. */
function styles(decimals: number): string {
  const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
  const fonts = '<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>'
  const fills = '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
  const borders = '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
  const cells = `<cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs>`
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts>${fonts}${fills}${borders}${cells}</styleSheet>`
}

async function* sheetXml(
  widths: readonly number[],
  decimals: number,
  rows: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  let filtered = ''
  let count = 0
  for await (const part of rows) {
    const isHead = count === 0
    if (isHead) {
      yield `${XML}<worksheet xmlns="${MAIN}">${frozen(part.length)}<cols>${columns.join('')}</cols><sheetData>`
      filtered = `A${part.length}:${letters(part.at(-1)!.length)}`
    }
    const style = isHead ? HEADING : ''
    yield part.map((cells) => `<row>${cells.map((cell) => cellXml(cell, decimals, style)).join('')}</row>`).join('')
    count += part.length
  }
  yield `</sheetData><autoFilter ref="${filtered}${count}"/></worksheet>`
}

/** The first rows stay in sight while the others are scrolled. */
function frozen(rows: number): string {
  const pane = `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/>`
  return `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
}

/** The letters of a column: 1 is A, 27 is AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? letters(Math.floor((column - 1) / 26)) + last : last
}

const [AMOUNT, HEADING] = [' s="1"', ' s="2"']

/** A text is stored as one, so that no spreadsheet runs it as a formula. `style`: of texts. */
function cellXml(cell: Cell, decimals: number, style: string): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c${AMOUNT}><v>${plainAmount(cell.minor, decimals)}</v></c>`
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(guardTextCell(cell))}</t></is></c>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML cannot have, or reads as something else, and what looks like the code of such a character. */
// oxlint-disable-next-line no-control-regex
const ENCODED = /[\0-\b\v-\x1f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi

function escaped(text: string): string {
  return text
    .replaceAll(ENCODED, (found) => `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(/[&<>"]/g, (found) => ENTITIES[found]!)
}

import { setTimeout } from 'node:timers/promises'

/** Points. */
const [MARGIN, ROW, LINE, SIZE, GAP] = [40, 14, 10, 8.5, 6]

/** Bytes that wait for a slow reader before no more are made, and how long to wait, in milliseconds. */
const [MOST_WAITING, WAIT_MS] = [262_144, 20]

/** A text that is wider than its column is wrapped, or else cut. */
export type PdfColumn = { header: string; width: number; align?: 'right'; wraps?: true }

/** A document of A4 pages with a title, lines under it, and one table. Each page has its number, and the title. */
export class PdfTable {
  readonly stream: PDFKit.PDFDocument
  readonly #columns: readonly PdfColumn[]
  readonly #title: string
  #page = 1

  private constructor(stream: PDFKit.PDFDocument, title: string, columns: readonly PdfColumn[]) {
    this.stream = stream
    this.#title = title
    this.#columns = columns
    this.#foot()
    this.#heads()
  }

  /** Begins a document. The library is loaded for the first one: it takes 30 MB, which a service without PDFs saves. */
  static async begin(title: string, under: readonly string[], columns: readonly PdfColumn[]): Promise<PdfTable> {
    const { default: Pdf } = await import('pdfkit')
    const stream = new Pdf({ size: 'A4', margin: MARGIN, info: { Title: title } })
    stream.font('Helvetica-Bold').fontSize(14).text(printable(title))
    stream.font('Helvetica').fontSize(SIZE)
    for (const line of under) stream.text(printable(line))
    stream.moveDown()
    return new PdfTable(stream, title, columns)
  }

  /** Adds rows, and waits while the reader is behind. Returns false when the reader has left. */
  async add(rows: readonly string[][]): Promise<boolean> {
    for (const row of rows) this.#row(row, 'Helvetica')
    while (this.stream.readableLength > MOST_WAITING && !this.stream.destroyed) await setTimeout(WAIT_MS)
    return !this.stream.destroyed
  }

  /** Ends the document with a line in bold, if any. */
  end(total?: readonly string[]): void {
    if (total) this.#row(total, 'Helvetica-Bold')
    this.stream.end()
  }

  #foot(): void {
    const { x, y, page } = this.stream
    const top = page.height - MARGIN + LINE
    this.stream.text(printable(this.#title), MARGIN, top, { lineBreak: false })
    const number = `Page ${this.#page++}`
    const left = page.width - MARGIN - this.stream.widthOfString(number)
    this.stream.text(number, left, top, { lineBreak: false })
    Object.assign(this.stream, { x, y })
  }

  #heads(): void {
    this.#row(
      this.#columns.map(({ header }) => header),
      'Helvetica-Bold',
    )
  }

  #row(cells: readonly string[], font: string): void {
    this.stream.font(font).fontSize(SIZE)
    const texts = this.#columns.map(({ width, wraps }, i) => {
      const text = printable(cells[i] ?? '')
      return wraps ? wrapped(this.stream, text, width - GAP) : [fitted(this.stream, text, width - GAP)]
    })
    const height = ROW + LINE * (Math.max(...texts.map(({ length }) => length)) - 1)
    if (this.stream.y > this.stream.page.height - MARGIN - height) {
      this.stream.addPage()
      this.stream.font('Helvetica')
      this.#foot()
      this.#heads()
      this.stream.font(font)
    }
    const top = this.stream.y
    let left = MARGIN
    for (const [i, { width, align = 'left' }] of this.#columns.entries()) {
      for (const [line, text] of texts[i]!.entries()) {
        const room = align === 'right' ? width - GAP - this.stream.widthOfString(text) : 0
        // With a width, the library looks for words to break at, which takes several times as long.
        this.stream.text(text, left + room, top + LINE * line, { lineBreak: false })
      }
      left += width
    }
    this.stream.x = MARGIN
    this.stream.y = top + height
  }
}

/** Lines that are no wider than the column, broken between words. */
function wrapped(document: PDFKit.PDFDocument, text: string, width: number): string[] {
  if (document.widthOfString(text) <= width) return [text]
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)!} ${word}`.trim()
    if (document.widthOfString(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(fitted(document, word, width))
  }
  return lines.filter((line) => line !== '')
}

/** Cut where it is wider than its column. */
function fitted(document: PDFKit.PDFDocument, text: string, width: number): string {
  if (document.widthOfString(text) <= width) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (document.widthOfString(`${text.slice(0, middle)}…`) <= width) fits = middle
    else tooLong = middle
  }
  return `${text.slice(0, fits)}…`
}

/** The fonts of every PDF reader have the characters of Windows-1252 only: another one is a question mark. */
export function printable(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g, '?')
}

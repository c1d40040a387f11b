import { setTimeout } from 'node:timers/promises'

/** Points. */
const [MARGIN, ROW, SIZE, GAP] = [40, 14, 8.5, 6]

/** Bytes that wait for a slow reader before no more are made, and how long to wait, in milliseconds. */
const [MOST_WAITING, WAIT_MS] = [262_144, 20]

export type PdfColumn = { header: string; width: number; align?: 'right' }

/** A document of A4 pages with a title, lines under it, and one table. */
export class PdfTable {
  readonly stream: PDFKit.PDFDocument
  readonly #columns: readonly PdfColumn[]

  private constructor(stream: PDFKit.PDFDocument, columns: readonly PdfColumn[]) {
    this.stream = stream
    this.#columns = columns
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
    return new PdfTable(stream, columns)
  }

  /** Adds rows, and waits while the reader is behind. Returns false when the reader has left. */
  async add(rows: readonly string[][]): Promise<boolean> {
    for (const row of rows) {
      if (this.stream.y > this.stream.page.height - MARGIN - ROW) {
        this.stream.addPage()
        this.#heads()
      }
      this.#row(row, 'Helvetica')
    }
    while (this.stream.readableLength > MOST_WAITING && !this.stream.destroyed) await setTimeout(WAIT_MS)
    return !this.stream.destroyed
  }

  /** Ends the document with a line in bold, if any. */
  end(total?: readonly string[]): void {
    if (total) this.#row(total, 'Helvetica-Bold')
    this.stream.end()
  }

  #heads(): void {
    this.#row(
      this.#columns.map(({ header }) => header),
      'Helvetica-Bold',
    )
  }

  #row(cells: readonly string[], font: string): void {
    const top = this.stream.y
    let left = MARGIN
    this.stream.font(font).fontSize(SIZE)
    for (const [i, { width, align = 'left' }] of this.#columns.entries()) {
      const { text, room } = fitted(this.stream, printable(cells[i] ?? ''), width - GAP)
      // With a width, the library looks for words to break at, which takes several times as long.
      this.stream.text(text, align === 'right' ? left + room : left, top, { lineBreak: false })
      left += width
    }
    this.stream.x = MARGIN
    this.stream.y = top + ROW
  }
}

/** Cut where it is wider than its column, and the room that is left. */
function fitted(document: PDFKit.PDFDocument, text: string, width: number): { text: string; room: number } {
  const whole = document.widthOfString(text)
  if (whole <= width) return { text, room: width - whole }
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (document.widthOfString(`${text.slice(0, middle)}…`) <= width) fits = middle
    else tooLong = middle
  }
  return { text: `${text.slice(0, fits)}…`, room: 0 }
}

/** The fonts of every PDF reader have the characters of Windows-1252 only. */
function printable(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g, '?')
}

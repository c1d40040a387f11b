import { setImmediate, setTimeout } from 'node:timers/promises'
import type { DocumentHead } from './document-head.ts'
import { SLICE, addContents, drawHeading, headingName } from './pdf-contents.ts'
import type { Heading } from './pdf-contents.ts'
import { FONTS, MARGIN, artifact, drawFoot, drawHead, registerFonts } from './pdf-head.ts'
import { fitted, printable, wrapped } from './pdf-text.ts'

/** Points. */
const [ROW, LINE, SIZE, GAP, PICTURE, BOX, PADDING] = [14, 10, 8.5, 6, 28, 9, 3]

/** Bytes that wait for a slow reader before no more are made, and how long to wait, in milliseconds. */
const [MOST_WAITING, WAIT_MS] = [262_144, 20]

/** Rows of further pages have no tags: each takes a kilobyte of memory until the end. */
const MAX_TAGGED_PAGES = 1_000

/** A text that is wider than its column is wrapped, or else cut. */
export type PdfColumn = { header: string; width: number; align?: 'right'; wraps?: true }

/** The texts of a row; with a picture (PNG or JPEG) before them, in a table with pictures. */
export type PdfRow = { cells: readonly string[]; picture?: Buffer | null }

export type PdfShape = {
  title: string
  under: readonly string[]
  columns: readonly PdfColumn[]
  pictures?: boolean
  /** An empty box before each row, to tick by hand. */
  boxes?: boolean
  /**
   * Many pages: then each row is tagged as one paragraph and has the reader's own font, as tags of cells would make the
   * file ten times as large.
   */
  isLong?: boolean
  /** Begins with a table of contents, which is drawn last: it names the pages of the headings. */
  hasContents?: boolean
}

/**
 * A tagged document of A4 pages with a head and one table, which may have headings in between. Each page of the table
 * has its number, and the title.
 */
export class PdfTable {
  readonly stream: PDFKit.PDFDocument
  #head: DocumentHead
  #shape: PdfShape
  readonly #columns: readonly PdfColumn[]
  /** The tags of all that is read. */
  readonly #root: PDFKit.PDFStructureElement
  #front: PDFKit.PDFStructureElement
  readonly #headings: Heading[] = []
  #part: PDFKit.PDFStructureElement | null = null
  #page = 0

  private constructor(stream: PDFKit.PDFDocument, head: DocumentHead, shape: PdfShape) {
    this.stream = stream
    this.#head = head
    this.#shape = shape
    const taken = this.#before()
    this.#columns = shape.columns.map((column) => (column.wraps ? { ...column, width: column.width - taken } : column))
    registerFonts(stream, head.font)
    this.#root = stream.struct('Document')
    stream.addStructure(this.#root)
    this.#front = stream.struct('Sect')
    this.#root.add(this.#front)
    this.#nextPage()
    if (!shape.hasContents) drawHead(stream, this.#front, head, shape)
  }

  /** Begins a document. The library is loaded for the first one: it takes 30 MB, which a service without PDFs saves. */
  static async begin(head: DocumentHead, shape: PdfShape): Promise<PdfTable> {
    const { default: Pdf } = await import('pdfkit')
    const stream = new Pdf({
      size: 'A4',
      margin: MARGIN,
      pdfVersion: '1.7',
      lang: 'en',
      tagged: true,
      displayTitle: true,
      autoFirstPage: false,
      info: { Title: shape.title, Author: head.wholesaler },
    })
    return new PdfTable(stream, head, shape)
  }

  /** Goes on with another document of the same columns, on a page of its own. `totals` end the one before. */
  async next(
    head: DocumentHead,
    { title, under }: Pick<PdfShape, 'title' | 'under'>,
    totals: readonly (readonly string[])[] = [],
  ): Promise<void> {
    for (const cells of totals) this.#row({ cells }, FONTS.bold)
    this.#part?.end()
    this.#part = null
    this.#front.end()
    this.#head = head
    this.#shape = { ...this.#shape, title, under }
    this.#front = this.stream.struct('Sect')
    this.#root.add(this.#front)
    this.#nextPage()
    drawHead(this.stream, this.#front, head, this.#shape)
  }

  /** Begins the rows under a heading, which the contents and the outline name. */
  heading(text: string): void {
    this.#part?.end()
    this.#part = null
    const { stream } = this
    // A heading does not stay alone at the end of a page.
    if (stream.y > stream.page.height - MARGIN - 4 * ROW) this.#nextPage()
    const name = headingName(this.#headings.push({ text, page: this.#page }))
    stream.outline.addItem(text)
    stream.addNamedDestination(name, 'XYZ', MARGIN, stream.y, 0)
    const heading = stream.struct('H2', {}, () => drawHeading(stream, this.#head, text))
    this.#root.add(heading)
    heading.end()
    stream.y += 1.25 * ROW
  }

  /** Adds rows, and waits while the reader is behind. Returns false when the reader has left. */
  async add(rows: readonly PdfRow[]): Promise<boolean> {
    for (const [i, row] of rows.entries()) {
      this.#row(row, this.#shape.isLong ? FONTS.light : FONTS.text)
      if (i % SLICE === SLICE - 1) await setImmediate()
    }
    while (this.stream.readableLength > MOST_WAITING && !this.stream.destroyed) await setTimeout(WAIT_MS)
    return !this.stream.destroyed
  }

  /** Ends the document with lines in bold, if any. */
  async end(totals: readonly (readonly string[])[] = []): Promise<void> {
    for (const cells of totals) this.#row({ cells }, FONTS.bold)
    this.#part?.end()
    if (this.#shape.hasContents) await addContents(this.stream, this.#front, this.#head, this.#shape, this.#headings)
    this.#front.end()
    this.#root.end()
    this.stream.end()
  }

  #nextPage(): void {
    this.stream.addPage()
    drawFoot(this.stream, this.#shape.title, `Page ${++this.#page}`)
  }

  #turnPage(): void {
    this.#nextPage()
    if (!this.#shape.isLong) return this.#heads()
    // Tags of a part are kept in memory until it ends: here a part is a page.
    this.#part?.end()
    this.#part = this.#beginPart()
  }

  /** The names of the columns, on a tinted ground. They are tagged once in each part. */
  #heads(part?: PDFKit.PDFStructureElement): void {
    const { stream } = this
    const { tint, text } = this.#head.accent
    artifact(stream, () => {
      const width = stream.page.width - 2 * (MARGIN - PADDING)
      stream.rect(MARGIN - PADDING, stream.y - PADDING, width, ROW).fill(tint.light)
    })
    stream.font(FONTS.bold).fontSize(SIZE).fillColor(text.light)
    const draw = this.#place(this.#columns.map(({ header }) => [header]))
    if (part) part.add(this.#rowOf('TH', draw))
    else artifact(stream, () => draw.forEach((cell) => cell()))
    stream.y += ROW
  }

  #row({ cells, picture }: PdfRow, font: string): void {
    const { stream } = this
    this.#part ??= this.#beginPart()
    stream.font(font).fontSize(SIZE)
    const texts = this.#columns.map(({ width, wraps }, i) => {
      const text = printable(cells[i] ?? '')
      return wraps ? wrapped(stream, text, width - GAP) : [fitted(stream, text, width - GAP)]
    })
    const lines = ROW + LINE * (Math.max(...texts.map(({ length }) => length)) - 1)
    const height = picture ? Math.max(lines, PICTURE + PADDING) : lines
    if (stream.y > stream.page.height - MARGIN - height) this.#turnPage()
    stream.font(font).fontSize(SIZE).fillColor('#000000')
    if (picture) {
      artifact(stream, () => stream.image(picture, MARGIN, stream.y, { fit: [PICTURE, PICTURE] }))
    }
    if (this.#shape.boxes && font !== FONTS.bold) {
      artifact(stream, () =>
        stream
          .rect(MARGIN, stream.y - 1, BOX, BOX)
          .lineWidth(0.7)
          .stroke('#000000'),
      )
    }
    const draw = this.#place(texts)
    if (this.#page > MAX_TAGGED_PAGES) artifact(stream, () => draw.forEach((cell) => cell()))
    else this.#part.add(this.#rowOf('TD', draw))
    stream.y += height
  }

  #rowOf(cell: 'TH' | 'TD', draw: readonly (() => void)[]): PDFKit.PDFStructureElement {
    const { stream } = this
    const row = this.#shape.isLong
      ? stream.struct('P', {}, () => draw.forEach((one) => one()))
      : stream.struct(
          'TR',
          {},
          draw.map((one) => stream.struct(cell, {}, one)),
        )
    row.end()
    return row
  }

  #beginPart(): PDFKit.PDFStructureElement {
    const { stream } = this
    const part = stream.struct(this.#shape.isLong ? 'Sect' : 'Table')
    this.#root.add(part)
    this.#heads(part)
    return part
  }

  /** The room before the cells of a row. */
  #before(): number {
    if (this.#shape.pictures) return PICTURE + GAP
    return this.#shape.boxes ? BOX + GAP : 0
  }

  /** What draws each cell of a row at the present place. */
  #place(texts: readonly (readonly string[])[]): (() => void)[] {
    const { stream } = this
    const top = stream.y
    let left = MARGIN + this.#before()
    return this.#columns.map(({ width, align }, i) => {
      const from = left
      left += width
      return () => {
        for (const [line, text] of texts[i]!.entries()) {
          const room = align === 'right' ? width - GAP - stream.widthOfString(text) : 0
          // With a width, the library looks for words to break at, which takes several times as long.
          stream.text(text, from + room, top + LINE * line, { lineBreak: false })
        }
        Object.assign(stream, { x: MARGIN, y: top })
      }
    })
  }
}

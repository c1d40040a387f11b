import { parentPort } from 'node:worker_threads'
import type { PdfAnswer, PdfTask, PdfColumn, PdfHead, PdfPart, PdfRow, PdfShape } from './pdf.ts'
import Pdf from 'pdfkit'
import { addContents, drawHeading, headingName, MARGIN, artifact, drawFoot, drawHead } from './pdf-head.ts'
import type { Heading } from './pdf-head.ts'
import { Letters, fitted, wrapped } from './pdf-letters.ts'
import type { Style } from './pdf-letters.ts'

/** Points. */
const [ROW, LINE, SIZE, GAP, PICTURE, BOX, PADDING] = [14, 10, 8.5, 6, 28, 9, 3]

/** Rows of further pages have no tags: each takes a kilobyte of memory until the end. */
const MAX_TAGGED_PAGES = 1_000

/**
 * A tagged document of A4 pages with a head and one table, which may have headings in between. Each page of the table
 * has its number, and the title.
 */
class PdfTable {
  readonly #stream: PDFKit.PDFDocument
  readonly #letters: Letters
  readonly #columns: readonly PdfColumn[]
  #head: PdfHead
  #shape: PdfShape
  /** The tags of all that is read. */
  readonly #root: PDFKit.PDFStructureElement
  #front: PDFKit.PDFStructureElement
  readonly #headings: Heading[] = []
  #part: PDFKit.PDFStructureElement | null = null
  #page = 0

  private constructor(stream: PDFKit.PDFDocument, head: PdfHead, shape: PdfShape) {
    this.#stream = stream
    this.#letters = new Letters(stream)
    this.#head = head
    this.#shape = shape
    const taken = this.#before()
    const yielding = shape.columns.find(({ wraps }) => wraps)
    this.#columns = shape.columns.map((column) =>
      column === yielding ? { ...column, width: column.width - taken } : column,
    )
    this.#root = stream.struct('Document')
    stream.addStructure(this.#root)
    this.#front = stream.struct('Sect')
    this.#root.add(this.#front)
  }

  static async begin(head: PdfHead, shape: PdfShape): Promise<PdfTable> {
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
    const table = new PdfTable(stream, head, shape)
    await table.#letters.load(
      'bold',
      shape.columns.map(({ header }) => header),
    )
    await table.#begin()
    return table
  }

  async add(part: PdfPart): Promise<void> {
    if ('next' in part) await this.#next(part.next)
    else if ('heading' in part) await this.#heading(part.heading)
    else await this.#rows(part.rows, part.isTotal ? 'bold' : 'text')
  }

  /** What was made since it was last read. */
  read(): Uint8Array {
    const chunks: Buffer[] = []
    for (let chunk; (chunk = this.#stream.read() as Buffer | null);) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async end(): Promise<void> {
    this.#part?.end()
    if (this.#shape.hasContents) {
      await addContents(this.#stream, this.#letters, this.#front, this.#head, this.#shape, this.#headings)
    }
    this.#front.end()
    this.#root.end()
    this.#stream.end()
  }

  async #begin(): Promise<void> {
    await this.#letters.load('text', [this.#shape.title, 'Page'])
    this.#nextPage()
    // Its contents are drawn last, and begin with the head.
    if (!this.#shape.hasContents) {
      await drawHead(this.#stream, this.#letters, this.#front, this.#head, this.#shape)
    }
  }

  async #next(shape: Pick<PdfShape, 'title' | 'to' | 'under'>): Promise<void> {
    this.#part?.end()
    this.#part = null
    this.#front.end()
    this.#shape = { ...this.#shape, ...shape }
    this.#front = this.#stream.struct('Sect')
    this.#root.add(this.#front)
    await this.#begin()
  }

  async #heading(text: string): Promise<void> {
    await this.#letters.load('bold', [text])
    this.#part?.end()
    this.#part = null
    const stream = this.#stream
    // A heading does not stay alone at the end of a page.
    if (stream.y > stream.page.height - MARGIN - 4 * ROW) this.#nextPage()
    const name = headingName(this.#headings.push({ text, page: this.#page }))
    stream.outline.addItem(text)
    stream.addNamedDestination(name, 'XYZ', MARGIN, stream.y, 0)
    const heading = stream.struct('H2', {}, () => drawHeading(stream, this.#letters, this.#head, text))
    this.#root.add(heading)
    heading.end()
    stream.y += 1.25 * ROW
  }

  async #rows(rows: readonly PdfRow[], style: Style): Promise<void> {
    await this.#letters.load(
      style,
      rows.flatMap(({ cells }) => cells),
    )
    for (const row of rows) this.#row(row, style)
  }

  #nextPage(): void {
    this.#stream.addPage()
    drawFoot(this.#stream, this.#letters, this.#shape.title, `Page ${++this.#page}`)
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
    const stream = this.#stream
    const { tint, text } = this.#head.accent
    artifact(stream, () => {
      const width = stream.page.width - 2 * (MARGIN - PADDING)
      stream.rect(MARGIN - PADDING, stream.y - PADDING, width, ROW).fill(tint.light)
    })
    this.#letters.use('bold', SIZE, text.light)
    const draw = this.#place(this.#columns.map(({ header }) => [header]))
    if (part) part.add(this.#rowOf('TH', draw))
    else artifact(stream, () => draw.forEach((cell) => cell()))
    stream.y += ROW
  }

  #row({ cells, picture }: PdfRow, style: Style): void {
    const stream = this.#stream
    this.#part ??= this.#beginPart()
    this.#letters.use(style, SIZE)
    const texts = this.#columns.map(({ width, wraps }, i) => {
      const text = cells[i] ?? ''
      return wraps ? wrapped(this.#letters, text, width - GAP) : [fitted(this.#letters, text, width - GAP)]
    })
    const lines = ROW + LINE * (Math.max(...texts.map(({ length }) => length)) - 1)
    const height = picture ? Math.max(lines, PICTURE + PADDING) : lines
    if (stream.y > stream.page.height - MARGIN - height) this.#turnPage()
    this.#letters.use(style, SIZE)
    if (picture) {
      // An image of the library is a Buffer.
      const image = Buffer.from(picture)
      artifact(stream, () => stream.image(image, MARGIN, stream.y, { fit: [PICTURE, PICTURE] }))
    }
    if (this.#shape.boxes && style !== 'bold') {
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
    const stream = this.#stream
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
    const stream = this.#stream
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
    const stream = this.#stream
    const top = stream.y
    let left = MARGIN + this.#before()
    return this.#columns.map(({ width, align }, i) => {
      const from = left
      left += width
      return () => {
        for (const [line, text] of texts[i]!.entries()) {
          const room = align === 'right' ? width - GAP - this.#letters.width(text) : 0
          this.#letters.draw(text, from + room, top + LINE * line)
        }
        Object.assign(stream, { x: MARGIN, y: top })
      }
    })
  }
}

/** The thread that makes PDFs, asked by `pdf.ts`: several are open at a time. */
const open = new Map<number, PdfTable>()

const port = parentPort!
port.on('message', async ({ id, step }: PdfTask) => {
  if (step === 'drop') return open.delete(id)
  const answer = (given: { bytes: Uint8Array } | { error: unknown }) =>
    port.postMessage({ id, ...given } satisfies PdfAnswer)
  try {
    answer({ bytes: await bytesOf(id, step) })
  } catch (error) {
    open.delete(id)
    answer({ error })
  }
})

async function bytesOf(id: number, step: Exclude<PdfTask['step'], 'drop'>): Promise<Uint8Array> {
  if (typeof step === 'object' && 'begin' in step) open.set(id, await PdfTable.begin(step.head, step.begin))
  const table = open.get(id)
  // A thread that failed has been replaced by this one.
  if (!table) throw new Error('The document was lost.')
  if (step === 'end') await table.end()
  else if (!('begin' in step)) await table.add(step)
  return table.read()
}

import type { PdfHead, PdfShape } from './pdf.ts'
import { fitted, wrapped } from './pdf-letters.ts'
import type { Letters, Style } from './pdf-letters.ts'
import { setImmediate } from 'node:timers/promises'

/** Points. */
export const MARGIN = 40
const LOGO = { width: 160, height: 44 }
const [TITLE, TEXT, LINE] = [15, 8.5, 11]
const ADDRESS_WIDTH = 200

/**
 * Draws what stands on top of a document: the wholesaler's logo, name and address, the title, and under it whom it is for, beside further lines.
 * `part` gets its tags.
 */
export async function drawHead(
  document: PDFKit.PDFDocument,
  letters: Letters,
  part: PDFKit.PDFStructureElement,
  { wholesaler, address, logo, accent }: PdfHead,
  { title, to, under }: Pick<PdfShape, 'title' | 'to' | 'under'>,
): Promise<void> {
  const [name = '', ...place] = to ?? []
  await letters.load('bold', [wholesaler, title, name])
  await letters.load('text', [...address, ...place, ...under])
  const { width } = document.page
  const right = width - MARGIN - ADDRESS_WIDTH
  const say = (
    tag: string,
    lines: readonly string[],
    { style, size, colour, x }: { style: Style; size: number; colour?: string; x?: number },
  ) =>
    part.add(
      document.struct(tag, {}, () => {
        letters.use(style, size, colour)
        const room = (x === undefined ? width - 2 * MARGIN : ADDRESS_WIDTH) - 4
        for (const line of lines.flatMap((text) => wrapped(letters, text, room))) {
          letters.draw(line, x ?? MARGIN, document.y)
          document.y += size === TITLE ? TITLE + 4 : LINE
        }
      }),
    )
  const top = document.y
  if (logo) {
    part.add(
      document.struct('Figure', { alt: `Logo of ${wholesaler}` }, () => {
        document.image(logo, MARGIN, top, { fit: [LOGO.width, LOGO.height] })
      }),
    )
  }
  document.y = top
  say('P', [wholesaler], { style: 'bold', size: TEXT, x: right })
  say('P', address, { style: 'text', size: TEXT, x: right })
  document.y = Math.max(document.y, logo ? top + LOGO.height : top) + LINE
  artifact(document, () => {
    document.rect(MARGIN, document.y, width - 2 * MARGIN, 2).fill(accent.filled.light)
  })
  document.y += LINE
  say('H1', [title], { style: 'bold', size: TITLE, colour: accent.text.light })
  const below = document.y
  if (to) {
    say('P', [name], { style: 'bold', size: TEXT, x: MARGIN })
    say('P', place, { style: 'text', size: TEXT, x: MARGIN })
  }
  const left = document.y
  document.y = below
  say('P', under, { style: 'text', size: TEXT, ...(to && { x: right }) })
  document.y = Math.max(document.y, left) + LINE
}

/** What screen readers leave out. */
export function artifact(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact')
  draw()
  document.endMarkedContent()
}

/** The title, which is loaded as a light text, on the left and a text on the right, below all else of the page. */
export function drawFoot(document: PDFKit.PDFDocument, letters: Letters, title: string, right: string): void {
  const { x, y, page } = document
  const top = page.height - MARGIN + 10
  artifact(document, () => {
    letters.use('text', TEXT)
    letters.draw(fitted(letters, title, 400), MARGIN, top)
    letters.draw(right, page.width - MARGIN - letters.width(right), top)
  })
  Object.assign(document, { x, y })
}

/** Points. */
const [ROW, SIZE, HEADING] = [14, 8.5, 10]

/** Entries that are drawn before other documents get a turn. */
const SLICE = 25

export type Heading = { text: string; page: number }

/** What links lead to; the first heading is 1. */
export function headingName(number: number): string {
  return `heading ${number}`
}

/** Draws a heading, which is loaded as a bold text. */
export function drawHeading(document: PDFKit.PDFDocument, letters: Letters, { accent }: PdfHead, text: string): void {
  letters.use('bold', HEADING, accent.text.light)
  letters.draw(fitted(letters, text, 500), MARGIN, document.y + 3)
}

/**
 * Adds the head and a table of contents, on pages of their own. They are drawn last, as they name the pages of the
 * headings, and come to the front. `part` gets their tags.
 */
export async function addContents(
  document: PDFKit.PDFDocument,
  letters: Letters,
  part: PDFKit.PDFStructureElement,
  head: PdfHead,
  { title, under }: Pick<PdfShape, 'title' | 'under'>,
  headings: readonly Heading[],
): Promise<void> {
  // The order of the pages is a list that is written at the end.
  const { _root: root } = document as unknown as { _root: { data: { Pages: { data: { Kids: unknown[] } } } } }
  const order = root.data.Pages.data.Kids
  const before = order.length
  const addPage = () => {
    document.addPage()
    drawFoot(document, letters, title, '')
  }
  await letters.load('bold', ['Contents'])
  addPage()
  await drawHead(document, letters, part, head, { title, under })
  part.add(document.struct('H2', {}, () => drawHeading(document, letters, head, 'Contents')))
  document.y += 1.25 * ROW
  const contents = document.struct('TOC')
  part.add(contents)
  for (const [i, { text, page }] of headings.entries()) {
    await letters.load('text', [text])
    if (document.y > document.page.height - MARGIN - ROW) addPage()
    const top = document.y
    const item = document.struct('TOCI', {}, () => {
      letters.use('text', SIZE)
      letters.draw(fitted(letters, text, 440), MARGIN, top, { goTo: headingName(i + 1) })
      letters.draw(String(page), document.page.width - MARGIN - letters.width(String(page)), top)
    })
    contents.add(item)
    item.end()
    document.y = top + ROW
    if (i % SLICE === SLICE - 1) await setImmediate()
  }
  contents.end()
  order.unshift(...order.splice(before))
}

import { setImmediate } from 'node:timers/promises'
import type { PdfHead, PdfShape } from './pdf.ts'
import { MARGIN, drawFoot, drawHead } from './pdf-head.ts'
import { fitted } from './pdf-letters.ts'
import type { Letters } from './pdf-letters.ts'

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

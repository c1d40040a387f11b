import { setImmediate } from 'node:timers/promises'
import type { DocumentHead } from './document-head.ts'
import { FONTS, MARGIN, drawFoot, drawHead } from './pdf-head.ts'
import { fitted, printable } from './pdf-text.ts'

/** Points. */
const [ROW, SIZE, HEADING] = [14, 8.5, 10]

/** Rows that are drawn before others get a turn. */
export const SLICE = 25

export type Heading = { text: string; page: number }

/** What links lead to; the first heading is 1. */
export function headingName(number: number): string {
  return `heading ${number}`
}

export function drawHeading(document: PDFKit.PDFDocument, { accent }: DocumentHead, text: string): void {
  document.font(FONTS.bold).fontSize(HEADING).fillColor(accent.text.light)
  document.text(fitted(document, printable(text), 500), MARGIN, document.y + 3, { lineBreak: false })
}

/**
 * Adds the head and a table of contents, on pages of their own. They are drawn last, as they name the pages of the
 * headings, and come to the front. `part` gets their tags.
 */
export async function addContents(
  document: PDFKit.PDFDocument,
  part: PDFKit.PDFStructureElement,
  head: DocumentHead,
  { title, under }: { title: string; under: readonly string[] },
  headings: readonly Heading[],
): Promise<void> {
  // The order of the pages is a list that is written at the end.
  const { _root: root } = document as unknown as { _root: { data: { Pages: { data: { Kids: unknown[] } } } } }
  const order = root.data.Pages.data.Kids
  const before = order.length
  const addPage = () => {
    document.addPage()
    drawFoot(document, title, '')
  }
  addPage()
  drawHead(document, part, head, { title, under })
  part.add(document.struct('H2', {}, () => drawHeading(document, head, 'Contents')))
  document.y += 1.25 * ROW
  const contents = document.struct('TOC')
  part.add(contents)
  for (const [i, { text, page }] of headings.entries()) {
    if (document.y > document.page.height - MARGIN - ROW) addPage()
    const top = document.y
    const item = document.struct('TOCI', {}, () => {
      document.font(FONTS.text).fontSize(SIZE).fillColor('#000000')
      const goTo = headingName(i + 1)
      document.text(fitted(document, printable(text), 440), MARGIN, top, { lineBreak: false, goTo })
      const left = document.page.width - MARGIN - document.widthOfString(String(page))
      document.text(String(page), left, top, { lineBreak: false })
    })
    contents.add(item)
    item.end()
    document.y = top + ROW
    if (i % SLICE === SLICE - 1) await setImmediate()
  }
  contents.end()
  order.unshift(...order.splice(before))
}

import { fileURLToPath } from 'node:url'
import type { Font } from '../rules/fonts.ts'
import type { DocumentHead } from './document-head.ts'
import { fitted, printable, wrapped } from './pdf-text.ts'

/** Points. */
export const MARGIN = 40
const LOGO = { width: 160, height: 44 }
const [TITLE, TEXT, LINE] = [15, 8.5, 11]
const ADDRESS_WIDTH = 200

/** Names of fonts within a document; `light` ones are drawn fast. */
export const FONTS = { text: 'text', bold: 'bold', light: 'Helvetica' }

/** Gives the document the wholesaler's font. Readers have a font for `system` themselves. */
export function registerFonts(document: PDFKit.PDFDocument, font: Font): void {
  const file = (weight: number) =>
    fileURLToPath(import.meta.resolve(`@fontsource/${font}/files/${font}-latin-${weight}-normal.woff`))
  document.registerFont(FONTS.text, font === 'system' ? 'Helvetica' : file(400))
  document.registerFont(FONTS.bold, font === 'system' ? 'Helvetica-Bold' : file(700))
}

/**
 * Draws what stands on top of a document: the wholesaler's logo, name and address, the title, and lines under it.
 * `part` gets its tags.
 */
export function drawHead(
  document: PDFKit.PDFDocument,
  part: PDFKit.PDFStructureElement,
  { wholesaler, address, logo, accent, second }: DocumentHead,
  { title, under }: { title: string; under: readonly string[] },
): void {
  const { width } = document.page
  const say = (
    tag: string,
    lines: readonly string[],
    style: { font: string; size: number; colour: string; x?: number },
  ) =>
    part.add(
      document.struct(tag, {}, () => {
        document.font(style.font).fontSize(style.size).fillColor(style.colour)
        const room = (style.x ? ADDRESS_WIDTH : width - 2 * MARGIN) - 4
        for (const line of lines.flatMap((text) => wrapped(document, printable(text), room))) {
          document.text(line, style.x ?? MARGIN, document.y, { lineBreak: false })
          document.y += style.size === TITLE ? TITLE + 4 : LINE
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
  say('P', [wholesaler], { font: FONTS.bold, size: TEXT, colour: '#000000', x: width - MARGIN - ADDRESS_WIDTH })
  say('P', address, { font: FONTS.text, size: TEXT, colour: '#000000', x: width - MARGIN - ADDRESS_WIDTH })
  document.y = Math.max(document.y, logo ? top + LOGO.height : top) + LINE
  artifact(document, () => {
    document.rect(MARGIN, document.y, width - 2 * MARGIN, 2).fill(second.filled.light)
  })
  document.y += LINE
  say('H1', [title], { font: FONTS.bold, size: TITLE, colour: accent.text.light })
  say('P', under, { font: FONTS.text, size: TEXT, colour: '#000000' })
  document.y += LINE
}

/** What screen readers leave out. */
export function artifact(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact')
  draw()
  document.endMarkedContent()
}

/** The title on the left and a text on the right, below all else of the page. */
export function drawFoot(document: PDFKit.PDFDocument, title: string, right: string): void {
  const { x, y, page } = document
  const top = page.height - MARGIN + 10
  artifact(document, () => {
    document.font(FONTS.light).fontSize(TEXT).fillColor('#000000')
    document.text(fitted(document, printable(title), 400), MARGIN, top, { lineBreak: false })
    const left = page.width - MARGIN - document.widthOfString(right)
    document.text(right, left, top, { lineBreak: false })
  })
  Object.assign(document, { x, y })
}

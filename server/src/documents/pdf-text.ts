/** Lines that are no wider than that many points in the present font, broken between words. */
export function wrapped(document: PDFKit.PDFDocument, text: string, width: number): string[] {
  if (document.widthOfString(text) <= width) return [text]
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)!} ${word}`.trim()
    if (document.widthOfString(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(fitted(document, word, width))
  }
  return lines.filter((line) => line !== '')
}

/** Cut where it is wider than that many points. */
export function fitted(document: PDFKit.PDFDocument, text: string, width: number): string {
  if (document.widthOfString(text) <= width) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (document.widthOfString(`${text.slice(0, middle)}…`) <= width) fits = middle
    else tooLong = middle
  }
  return `${text.slice(0, fits)}…`
}

/** The fonts of documents have the characters of Windows-1252 only: another one is a question mark. */
export function printable(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g, '?')
}

const APOSTROPHES = /['’‘ʼ]/g
/** All that looks like a hyphen. */
export const DASHES = /[‐‑‒–—−]/g
const MARKS = /\p{M}+/gu
const SPACE = /\s+/g

/** Most texts are ASCII, and need no Unicode properties. */
export const ASCII = /^\p{ASCII}*$/u

/** Normalizes a text for search: removes case, accents, apostrophes and extra space. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.replaceAll("'", '').toLowerCase().replace(SPACE, ' ').trim()
  return (
    text
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(APOSTROPHES, '')
      .replace(DASHES, '-')
      // Through upper case, which merges different lower-case forms, such as ß and ss.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFC')
      .replace(SPACE, ' ')
      .trim()
  )
}

/**
 * How text is read for search. Products and queries go through the same functions here, so that no database's own
 * parser decides what is found.
 */

/** Words up to this many characters are indexed; the rest of a longer one is dropped, in products and queries alike. */
const MAX_WORD = 200
/** A text-search vector numbers its words, up to this. */
const MAX_POSITION = 16_383

const APOSTROPHES = /['’‘ʼ]/g
const DASHES = /[‐‑‒–—−]/g
const MARKS = /\p{M}+/gu
const SPACE = /\s+/g
/** Letters and digits, and the marks that hold a part number together: KT-INS114, 16-07, 3.5, A/B, 10_2. */
const TOKEN = /[\p{L}\p{N}]+(?:[-./_+][\p{L}\p{N}]+)*/gu
/** Where a part of a token begins: behind a joining mark, and where letters and digits meet. */
const PART_START = /(?<=[-./_+])|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** The text without case, accents, apostrophes and surplus space, which is how it is compared in search. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(APOSTROPHES, '')
    .replace(DASHES, '-')
    .toLowerCase()
    .normalize('NFC')
    .replace(SPACE, ' ')
    .trim()
}

/** The words of a query, each of which a product must have, as the beginning of one of its own. */
export function queryWords(text: string): string[] {
  return [...new Set(tokens(text))]
}

/**
 * The words a product is found by: each token whole, and again from each of its parts on, so that `KT-INS114` is
 * found by `kt`, `kt-ins`, `ins114` and `114`, and `M8x40` by `m8`, `8x40` and `40`.
 */
export function documentWords(text: string): string[] {
  return tokens(text).flatMap((token) => {
    const parts = token.split(PART_START)
    return parts.map((_, i) => parts.slice(i).join(''))
  })
}

/** What a product's search document is made of. Words of the name weigh A, of brand and category B, of the rest C. */
export type Searchable = {
  name: string
  brand: string | null | undefined
  category: string | null | undefined
  description: string | null | undefined
}

/** The product's search document as a Postgres `tsvector` literal. */
export function searchDocument({ name, brand, category, description }: Searchable): string {
  const weighted = [
    { weight: 'A', words: documentWords(name) },
    { weight: 'B', words: [...documentWords(brand ?? ''), ...documentWords(category ?? '')] },
    { weight: 'C', words: documentWords(description ?? '') },
  ]
  let position = 0
  return weighted
    .flatMap(({ weight, words }) =>
      [...new Set(words)].map((word) => `'${word}':${Math.min(++position, MAX_POSITION)}${weight}`),
    )
    .join(' ')
}

/** A Postgres `tsquery` that asks for every word as a prefix, in the given weights; null when there is no word. */
export function searchQuery(text: string, weights = ''): string | null {
  const words = queryWords(text)
  return words.length === 0 ? null : words.map((word) => `'${word}':*${weights}`).join(' & ')
}

function tokens(text: string): string[] {
  return (fold(text).match(TOKEN) ?? []).map((token) => [...token].slice(0, MAX_WORD).join(''))
}

/**
 * How text is read for search. Products and queries go through the same functions here, so that no database's own
 * parser decides what is found.
 */

/** Words are compared up to this many characters, in products and queries alike. */
const MAX_WORD = 40
/** A token is found from each of its first so many parts on: part numbers have few. */
const MAX_PARTS = 8
/**
 * What a text adds to its words by being found from parts on, in characters: so many for each of its own, and some for a
 * short one. Part numbers add two or three. It bounds the index by what was sent, whatever that is made of.
 */
const PARTS_PER_CHARACTER = 3
const PARTS_AT_LEAST = 200
/** A product is found by its first so many words. The longest description of real ones has about 700. */
const MAX_WORDS = 1_500

const APOSTROPHES = /['’‘ʼ]/g
const DASHES = /[‐‑‒–—−]/g
const MARKS = /\p{M}+/gu
const SPACE = /\s+/g
/** Letters and digits, and the marks that hold a part number together: KT-INS114, 16-07, 3.5, A/B, 10_2. */
const TOKEN = /[\p{L}\p{N}]+(?:[-./_+][\p{L}\p{N}]+)*/gu
/** Where a part of a token begins: behind a joining mark, and where letters and digits meet. */
const PART_START = /(?<=[-./_+])|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** Most texts: they need no look at what Unicode says of each character. */
const ASCII = /^\p{ASCII}*$/u
const ASCII_TOKEN = /[a-z0-9]+(?:[-./_+][a-z0-9]+)*/g
const ONE_PART = /^(?:[a-z]+|[0-9]+)$/

/** The text without case, accents, apostrophes and surplus space, which is how it is compared in search. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.replaceAll("'", '').toLowerCase().replace(SPACE, ' ').trim()
  return (
    text
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(APOSTROPHES, '')
      .replace(DASHES, '-')
      // By way of upper case, which has one form of what lower case has two of, such as ß and ss.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFC')
      .replace(SPACE, ' ')
      .trim()
  )
}

/** The words of a query, each of which a product must have, as the beginning of one of its own. */
export function queryWords(text: string): string[] {
  return [...new Set(tokens(fold(text)).map(cut))]
}

/**
 * The words a product is found by: each token whole, and again from each of its first parts on, so that `KT-INS114` is
 * found by `kt`, `kt-ins`, `ins114` and `114`, and `M8x40` by `m8`, `8x40` and `40`. All of them together have no more
 * characters than a few times the text.
 */
export function documentWords(text: string): string[] {
  const folded = fold(text)
  let room = PARTS_AT_LEAST + PARTS_PER_CHARACTER * folded.length
  return tokens(folded).flatMap((token) => {
    if (ONE_PART.test(token)) return cut(token)
    return fromParts(token).filter((word, part) => part === 0 || (room -= word.length) >= 0)
  })
}

/** The token from each of its first parts on: first the whole. */
function fromParts(token: string): string[] {
  let start = 0
  return token.split(PART_START, MAX_PARTS).map((part) => {
    const word = cut(token.slice(start))
    start += part.length
    return word
  })
}

/** Stands before each word of a name, which no word has in it: an index then tells it from the same word elsewhere. */
const IN_NAME = '='
/** Characters of a workspace's id, at its random end. */
const WORKSPACE_DIGITS = 6

/** What a product is found by. */
export type Searchable = {
  name: string
  brand: string | null | undefined
  category: string | null | undefined
  description: string | null | undefined
}

/**
 * The words a product is found by as a Postgres `tsvector` literal. Each begins with its workspace's mark: an index of
 * words then has those of one workspace side by side, and what a search costs does not grow with other workspaces.
 */
export function searchDocument(workspaceId: string, { name, brand, category, description }: Searchable): string {
  const words = new Set(documentWords(name).map((word) => IN_NAME + word))
  for (const text of [brand, category, description]) {
    if (text) for (const word of documentWords(text)) words.add(word)
  }
  const mark = markOf(workspaceId)
  return [...words]
    .slice(0, MAX_WORDS)
    .map((word) => `'${mark}${word}'`)
    .join(' ')
}

/** A Postgres `tsquery` literal for products that have every word, as the beginning of one of theirs. */
export function searchQuery(workspaceId: string, words: readonly string[], where: 'in name' | 'anywhere'): string {
  const mark = markOf(workspaceId)
  return words
    .map((word) => {
      const inName = `'${mark}${IN_NAME}${word}':*`
      return where === 'in name' ? inName : `('${mark}${word}':* | ${inName})`
    })
    .join(' & ')
}

/** Two workspaces may share a mark: it makes a search fast, and does not confine it. */
function markOf(workspaceId: string): string {
  return workspaceId.slice(-WORKSPACE_DIGITS)
}

function tokens(folded: string): string[] {
  return folded.match(ASCII.test(folded) ? ASCII_TOKEN : TOKEN) ?? []
}

function cut(word: string): string {
  // A character is one or two units.
  return word.length <= MAX_WORD
    ? word
    : Array.from(word.slice(0, 2 * MAX_WORD))
        .slice(0, MAX_WORD)
        .join('')
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ASCII, fold } from '../../lib/matching-key.ts'

/**
 * Tokenizer of the search. Products and queries use the same functions, and no text parser of a database. So both
 * databases find the same products.
 */

/** Words are compared up to this many characters, in products and queries alike. */
const MAX_WORD = 40
/** A token is indexed from each of its first parts on, up to this many. Part numbers have few parts. */
const MAX_PARTS = 8
/**
 * Limit of the extra index characters that come from parts of tokens: this many for each character of the text, and a
 * minimum for short texts. Part numbers need two or three for each character. So the index grows only linearly with the
 * text.
 */
const PARTS_PER_CHARACTER = 3
const PARTS_AT_LEAST = 200
/** Index only this many words of a product. The longest real description has about 700. */
const MAX_WORDS = 1_500

/** Letters and digits, joined by the marks of part numbers: KT-INS114, 16-07, 3.5, A/B, 10_2. */
const TOKEN = /[\p{L}\p{N}]+(?:[-./_+][\p{L}\p{N}]+)*/gu
/** A part of a token starts after a joining mark, and between letters and digits. */
const PART_START = /(?<=[-./_+])|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** A fast path for ASCII: it needs no Unicode properties. */
const ASCII_TOKEN = /[a-z0-9]+(?:[-./_+][a-z0-9]+)*/g
const ONE_PART = /^(?:[a-z]+|[0-9]+)$/

/** Letters of scripts that put no space between words. */
const UNSPACED_LETTER = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー々]`
const UNSPACED = new RegExp(`${UNSPACED_LETTER}+`, 'gu')
const IS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'u')

/** Letters that people also write as two. `fold` has them as one. */
const AS_TWO: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const WRITTEN_AS_TWO = /[äöüøå]/gi
const TWO = /[aou]e|aa/
/** Stands between two spellings of a word. No word contains it. */
const OR = '|'

/**
 * The words of a query, `ø` as `o` or `oe`: `bojning|boejning`. A match needs one spelling of each word as a prefix of one
 * of its words. A folded text has one spelling.
 */
export function queryWords(text: string): string[] {
  const [words, others] = [text, asTwo(text)].map((one) =>
    tokens(fold(one)).flatMap((token) => (isUnspaced(token) ? pairsOf(token) : cut(token))),
  ) as [string[], string[]]
  return [...new Set(words.map((word, i) => (word === others[i] ? word : word + OR + others[i]!)))]
}

function spellingsOf(word: string): string[] {
  return word.split(OR)
}

function lengthOf(word: string): number {
  return spellingsOf(word)[0]!.length
}

/** The parts of a word that a folded name has, if the word is found in the name: "boejning" is found in "bojning". */
export function partsInName(word: string): string[] {
  const [one, other] = spellingsOf(word)
  // Two spellings differ by these letters alone.
  return (other === undefined ? one!.split(TWO) : other.split(/[aoue]+/)).filter((part) => part !== '')
}

function asTwo(text: string): string {
  return ASCII.test(text) ? text : text.normalize('NFC').replace(WRITTEN_AS_TWO, (one) => AS_TWO[one.toLowerCase()]!)
}

/** Whether a query has letters of a script without spaces: two of them are as telling as a word. */
export function hasUnspaced(text: string): boolean {
  return text.search(UNSPACED) !== -1
}

/**
 * The index words of a text: each whole token, and the token again from each of its first parts on. So `kt`, `kt-ins`,
 * `ins114` and `114` find `KT-INS114`; `m8`, `8x40` and `40` find `M8x40`. The total length is limited to a few times
 * the text. Scripts without spaces are indexed by pairs of characters, and `ø` also as `oe`.
 */
export function documentWords(text: string): string[] {
  const folded = fold(text)
  let budget = PARTS_AT_LEAST + PARTS_PER_CHARACTER * folded.length
  const words = tokens(folded).flatMap((token) => {
    if (ONE_PART.test(token)) return cut(token)
    if (isUnspaced(token)) return [...pairsOf(token), lastOf(token)]
    return fromParts(token).filter((word, part) => part === 0 || (budget -= word.length) >= 0)
  })
  const inTwo = asTwo(text)
  if (inTwo === text) return words
  const others = tokens(fold(inTwo)).flatMap((token) => (TWO.test(token) ? fromParts(token) : []))
  return [...words, ...others.filter((word) => (budget -= word.length) >= 0)]
}

function isUnspaced(token: string): boolean {
  return IS_UNSPACED.test(token)
}

/** Each two characters that stand together. */
function pairsOf(token: string): string[] {
  const characters = [...token]
  return characters.length === 1 ? characters : characters.slice(1).map((character, i) => characters[i]! + character)
}

function lastOf(token: string): string {
  return [...token].at(-1)!
}

/** The token from each of its first parts on. The first entry is the whole token. */
function fromParts(token: string): string[] {
  let start = 0
  return token.split(PART_START, MAX_PARTS).map((part) => {
    const word = cut(token.slice(start))
    start += part.length
    return word
  })
}

/** Prefix of words in names. No word contains it, so the index separates words in names from words in other texts. */
const IN_NAME = '='
/** Characters from the random end of the workspace id. */
const WORKSPACE_DIGITS = 6

/** The texts of a product that search covers. */
export type Searchable = {
  name: string
  brand: string | null | undefined
  category: string | null | undefined
  description: string | null | undefined
}

/**
 * The index words of a product as a Postgres `tsvector` literal. Each word starts with a prefix of the workspace. So
 * the index keeps the words of one workspace together, and other workspaces do not slow a search down.
 */
export function searchDocument(workspaceId: string, { name, brand, category, description }: Searchable): string {
  const words = new Set(documentWords(name).map((word) => IN_NAME + word))
  for (const text of [brand, category, description]) {
    if (text) for (const word of documentWords(text)) words.add(word)
  }
  const prefix = prefixOf(workspaceId)
  return [...words]
    .slice(0, MAX_WORDS)
    .map((word) => `'${prefix}${word}'`)
    .join(' ')
}

/** A Postgres `tsquery` literal: a spelling of every word of the query must be a prefix of a word of the product. */
export function searchQuery(workspaceId: string, words: readonly string[], where: 'in name' | 'anywhere'): string {
  return words
    .map((word) => {
      const places = where === 'in name' ? (['in name'] as const) : (['elsewhere', 'in name'] as const)
      const ways = spellingsOf(word).flatMap((one) => places.map((place) => `${lexeme(workspaceId, one, place)}:*`))
      return ways.length === 1 ? ways[0] : `(${ways.join(' | ')})`
    })
    .join(' & ')
}

/**
 * SQL: true for the products of the workspace that the query finds. All words are marked with their workspace, so their
 * index is enough. No index matches `is true`: else Postgres may also read the index entries of all products of the
 * workspace, as a prepared plan expects an average one. With 100,000 products beside small workspaces that took 20 ms,
 * instead of 1.
 */
export function hasWords(workspaceId: string, query: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(workspace_id = ${workspaceId}) is true and search @@ ${query}::tsquery`
}

/** A whole word as the index has it, quoted for a `tsquery`. */
export function lexeme(workspaceId: string, word: string, where: 'in name' | 'elsewhere'): string {
  return `'${prefixOf(workspaceId)}${where === 'in name' ? IN_NAME : ''}${word}'`
}

/** The index of words is asked for so many words of a query, and for so many that are shorter than `LONG_WORD`. */
const [MAX_ASKED, MAX_SHORT] = [5, 2]
const LONG_WORD = 3

/**
 * The words of a query to ask the index for: the longest, which find the fewest products. In a catalogue of 100,000
 * products a word of one letter takes the index up to 20 ms, a longer one up to 10. What has these is then checked for
 * all.
 */
export function askedWords(words: readonly string[]): string[] {
  const long = words.filter((word) => lengthOf(word) >= LONG_WORD)
  const short = words.filter((word) => lengthOf(word) < LONG_WORD).slice(0, MAX_SHORT)
  return [...long.toSorted((a, b) => lengthOf(b) - lengthOf(a)), ...short].slice(0, MAX_ASKED)
}

/** Two workspaces may share a prefix. It is only for speed; queries still filter by the workspace id. */
function prefixOf(workspaceId: string): string {
  return workspaceId.slice(-WORKSPACE_DIGITS)
}

function tokens(folded: string): string[] {
  return (ASCII.test(folded) ? folded.match(ASCII_TOKEN) : folded.replace(UNSPACED, ' $& ').match(TOKEN)) ?? []
}

function cut(word: string): string {
  // A character is one or two units.
  return word.length <= MAX_WORD
    ? word
    : Array.from(word.slice(0, 2 * MAX_WORD))
        .slice(0, MAX_WORD)
        .join('')
}

import { withoutInvisible } from '../shared/invisible.ts'

/** Most codes are. */
const ASCII_WORD = /^[!-~]*$/

/**
 * The form in which SKUs, codes, names and e-mails are compared "ignoring case", stored beside them as `…_key`. What
 * looks the same is the same: invisible characters do not count, nor does which space, apostrophe or hyphen it is, or
 * how many spaces.
 */
export function matchingKey(value: string): string {
  if (ASCII_WORD.test(value)) return value.toLowerCase()
  return withoutInvisible(value)
    .replaceAll(/[\u200c\u200d]/g, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[‐‑]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC')
    .toLowerCase()
}

/** Sorts behind every other character. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * The last key that begins with a prefix: `key between prefix and lastWith(prefix)` is "starts with", and an index
 * range.
 */
export function lastWith(prefix: string): string {
  return prefix + LAST_CHARACTER
}

const APOSTROPHES = /['’‘ʼ]/g
/** All that looks like a hyphen. */
export const DASHES = /[‐‑‒–—−]/g
const MARKS = /\p{M}+/gu
const SPACE = /\s+/g
/** "1½" is "1 1/2". */
const FRACTION_BEHIND_NUMBER = /(?<=\p{Nd})(?=[¼-¾⅐-⅞↉])/gu
/** Letters that Unicode does not take apart, as people type them who do not have them. */
const LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Most texts are ASCII, and need no Unicode properties. */
export const ASCII = /^\p{ASCII}*$/u

/** Normalizes a text for search: removes case, accents, apostrophes and extra space, and writes ø as o and ¾ as 3/4. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.replaceAll("'", '').toLowerCase().replace(SPACE, ' ').trim()
  return (
    withoutInvisible(text)
      .replace(FRACTION_BEHIND_NUMBER, ' ')
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(APOSTROPHES, '')
      .replace(DASHES, '-')
      // Through upper case, which merges different lower-case forms, such as ß and ss.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(LETTER, (letter) => LETTERS[letter]!)
      .replaceAll('⁄', '/')
      .normalize('NFC')
      .replace(SPACE, ' ')
      .trim()
  )
}

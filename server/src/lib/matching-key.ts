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

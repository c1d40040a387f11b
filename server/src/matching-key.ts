/** The form in which SKUs, codes, names and e-mails are compared "ignoring case", stored beside them as `…_key`. */
export function matchingKey(value: string): string {
  return value.normalize('NFC').toLowerCase()
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

import type { ReadValue } from './read-value.ts'

/**
 * GTINs: the numbers under bar codes, such as EAN and UPC. They have 8, 12, 13 or 14 digits, and the last one is a check
 * digit. With zeros in front, it is the same number.
 */
const LENGTHS = new Set([8, 12, 13, 14])
const LONGEST = 14

/** As numbers are printed: "5 012345 678900", and an ISBN with hyphens. */
const SEPARATORS = /[\s-]/g

/** The form in which GTINs are matched: 14 digits. Null for a text that can be none. */
export function gtinKey(text: string): string | null {
  const digits = text.replaceAll(SEPARATORS, '')
  return /^\d{8,14}$/.test(digits) ? digits.padStart(LONGEST, '0') : null
}

/** True for the digits of a GTIN with the right check digit. */
export function isGtin(text: string): boolean {
  return /^\d+$/.test(text) && LENGTHS.has(text.length) && checkDigit(text.slice(0, -1)) === text.at(-1)
}

/** From the right, every other digit counts three times. */
function checkDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

/**
 * Reads the cell of a file. 11 digits are a UPC that has lost its leading zero where the check digit fits; nothing else is
 * completed, as it would be a guess.
 */
export function readGtin(text: string): ReadValue<string> {
  const digits = text.replaceAll(SEPARATORS, '')
  if (isGtin(digits)) return { value: digits }
  if (digits.length === 11 && isGtin(`0${digits}`)) return { value: `0${digits}` }
  if (/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(digits)) {
    return { reason: `"${text}" was shortened by a spreadsheet: format the column as text, and fill it again` }
  }
  return { reason: `"${text}" ${LENGTHS.has(digits.length) && /^\d+$/.test(digits) ? WRONG_DIGIT : WRONG_LENGTH}` }
}

const WRONG_DIGIT = "isn't a GTIN: its last digit, which checks the others, doesn't fit"
const WRONG_LENGTH = "isn't a GTIN (EAN, UPC): that has 8, 12, 13 or 14 digits, leading zeros included"

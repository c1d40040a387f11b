import { visibleText } from './invisible.ts'
import type { ReadValue } from './read-value.ts'
import { counted } from './counted.ts'

export type NumberForm = {
  /** The most decimals. The value is in units of the last one. */
  decimals: number
  /** What the text should be: "an amount". */
  noun: string
  /** What has that many decimals: "GBP". Without it, a number with more of them is no such number. */
  holder?: string
  /** The decimal mark of the column, where its texts decide it. */
  mark?: DecimalMark | null | undefined
  /** Rounds more decimals half up, instead of refusing them. */
  rounds?: boolean | undefined
  /** Removes what may stand around the number. */
  bare?: (text: string) => string
}

/** Characters of a number. What is longer is none, and would take long to look through. */
export const MAX_NUMBER = 100
/** But 12,- has dashes for decimals. */
const NEGATIVE = /^\(.*\d.*\)$|^[-−‒–].*\d|\d.*(?<![.,][-−‒–]?)[-−‒–]$/

/**
 * Reads a number of 0 or more, as people write it. It works digit by digit, without binary fractions. A lone comma
 * before exactly three digits is ambiguous, and is refused, unless the mark of the column is known. A lone point is a
 * decimal point; 1.250 is ambiguous, where such a number has fewer than three decimals. Without decimals, that comma
 * separates thousands, and such a point is ambiguous.
 */
export function readNumber(text: string, form: NumberForm): ReadValue<number> {
  const { decimals, noun, bare = (plain) => plain } = form
  const shown = visibleText(text)
  if (shown.length > MAX_NUMBER) return { reason: `"${shown.slice(0, MAX_NUMBER)}…" is not ${noun}` }
  const plain = shown.normalize('NFKC').trim()
  const number = bare(plain).trim()
  if (number === '' && !/\p{L}/u.test(plain)) return { reason: 'is blank' }
  if (NEGATIVE.test(plain) || NEGATIVE.test(number)) return { reason: `"${shown}" is negative` }
  // NFKC makes plain digits of ² and ⑤.
  const split = /\p{No}/u.test(shown) ? null : splitNumber(number)
  if (split === null) return { reason: `"${shown}" is not ${noun}` }
  if (split.lone === undefined) return toUnits(shown, split, form)
  const mark = form.mark ?? markByDefault(split, decimals)
  if (mark === null) {
    return {
      reason: `"${shown}" could be thousands or a fraction: write it with a decimal point, and without separators`,
    }
  }
  const { before, after } = split
  const isFraction = split.lone === mark
  return toUnits(shown, isFraction ? { whole: before, fraction: after } : { whole: before + after, fraction: '' }, form)
}

function markByDefault({ lone, after }: { lone: DecimalMark; after: string }, decimals: number): DecimalMark | null {
  const couldBeThousands = decimals > 0 && decimals < after.length && after.endsWith('0')
  return lone === (decimals === 0 ? ',' : '.') && !couldBeThousands ? '.' : null
}

function toUnits(
  shown: string,
  { whole, fraction }: { whole: string; fraction: string },
  { decimals, noun, holder, rounds }: NumberForm,
): ReadValue<number> {
  const exact = fraction.replace(/0+$/, '')
  if (exact.length > decimals && !rounds) {
    if (holder === undefined) return { reason: `"${shown}" is not ${noun}` }
    return { reason: `"${shown}" has ${decimalsInWords(exact.length)}, ${holder} has ${countInWords(decimals)}` }
  }
  const up = (exact[decimals] ?? '0') >= '5' ? 1 : 0
  const value = Number(whole + exact.slice(0, decimals).padEnd(decimals, '0')) + up
  return Number.isSafeInteger(value) ? { value } : { reason: `"${shown}" is too large` }
}

export type DecimalMark = '.' | ','

/**
 * A number as it is written. `proves` is its decimal mark, if it can be no other. A lone mark before exactly three
 * digits may separate thousands or decimals.
 */
type SplitNumber =
  | { whole: string; fraction: string; proves: DecimalMark | null; lone?: never }
  | { lone: DecimalMark; before: string; after: string; proves?: never }

const SPACE = /[\s'’]/
/** Dashes for decimals, as in 12,- or 12.–. */
const DASHES = /([.,])[-−‒–—]{1,2}$/
/** Groups of three digits, or of two before the last group, as in 12,34,567. */
const GROUPED = /^\d{1,3}(?:S\d{2,3})*S\d{3}$/

/** Finds the decimal mark, and removes what separates thousands. Null if this is no number. */
export function splitNumber(text: string): SplitNumber | null {
  const dashes = DASHES.exec(text)
  if (dashes) {
    const whole = splitNumber(text.slice(0, dashes.index))
    if (whole === null) return null
    const digits = whole.lone === undefined ? whole.whole : whole.before + whole.after
    if (whole.lone === undefined && whole.fraction !== '') return null
    return { whole: digits, fraction: '', proves: dashes[1] as DecimalMark }
  }
  // Spaces and apostrophes always separate thousands.
  const isSpaced = SPACE.test(text)
  const unspaced = isSpaced ? ungroupSpaced(text) : text
  if (unspaced === null || !/^[\d.,]*\d$/.test(unspaced)) return null

  const marks = unspaced.match(/[.,]/g) ?? []
  const last = marks.at(-1) as DecimalMark | undefined
  if (last === undefined) return { whole: unspaced, fraction: '', proves: null }
  const at = unspaced.lastIndexOf(last)
  const [before, after] = [unspaced.slice(0, at), unspaced.slice(at + 1)]
  if (marks.length === 1) {
    const mayGroup = !isSpaced && after.length === 3 && /^[1-9]\d{0,2}$/.test(before)
    return mayGroup ? { lone: last, before, after } : { whole: before || '0', fraction: after, proves: last }
  }
  if (isSpaced) return null
  const other = last === '.' ? ',' : '.'
  const isWhole = marks.every((mark) => mark === last)
  const whole = isWhole ? ungroup(unspaced, last) : before.includes(last) ? null : ungroup(before, other)
  if (whole === null) return null
  return isWhole ? { whole, fraction: '', proves: other } : { whole, fraction: after, proves: last }
}

function ungroupSpaced(text: string): string | null {
  const integer = text.split(/[.,]/, 1)[0]!
  const digits = ungroup(integer, SPACE)
  return digits && digits + text.slice(integer.length)
}

/** The digits without separators, if these stand between valid groups. */
function ungroup(integer: string, separator: string | RegExp): string | null {
  const groups = integer.split(separator)
  return GROUPED.test(groups.join('S')) ? groups.join('') : null
}

const COUNTS = ['none', 'one', 'two', 'three', 'four', 'five', 'six']

/** none, one, two, … */
function countInWords(count: number): string {
  return COUNTS[count] ?? String(count)
}

/** no decimals, one decimal, two decimals, … */
export function decimalsInWords(count: number): string {
  return `${count === 0 ? 'no' : countInWords(count)} ${count === 1 ? 'decimal' : 'decimals'}`
}

/** Round 412 prices to two decimals */
export function roundWords(count: number, decimals: number, one = 'price'): string {
  return `Round ${counted(count, one)} to ${decimalsInWords(decimals)}`
}

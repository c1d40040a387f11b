import { countInWords, decimalsInWords } from './decimals-in-words.ts'
import { visibleText } from './invisible.ts'
import type { ReadValue } from './read-value.ts'
import { splitNumber } from './split-number.ts'
import type { DecimalMark } from './split-number.ts'

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

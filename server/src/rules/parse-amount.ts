/** An amount in minor units, or the reason why the text is not an amount. */
export type ParsedAmount = { amount: number; reason?: never } | { amount?: never; reason: string }

/** A currency at either end: a code, or a sign with letters before it (US$, R$). */
const CURRENCY = /^(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})\s*|\s*(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})$/gu
const NEGATIVE = /^\(.*\d.*\)$|^[-−‒–].*\d|\d.*[-−‒–]$/
/** Characters of an amount. What is longer is none, and would take long to look through. */
const MAX_LENGTH = 100
const SPACE = /[\s'’]/
/** Groups of three digits, or of two before the last group, as in 12,34,567. */
const GROUPED = /^\d{1,3}(?:S\d{2,3})*S\d{3}$/

/**
 * Parses a price, as people write it, into minor units of a currency with that many decimals. It works digit by digit:
 * no rounding, no binary fractions. A lone point is a decimal point. A lone comma before exactly three digits is
 * ambiguous, and is refused. So is a digit beyond the decimals of the currency.
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  if (text.length > MAX_LENGTH) return { reason: `"${text.slice(0, MAX_LENGTH)}…" is not an amount` }
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return { reason: 'is blank' }
  const bare = plain.replace(CURRENCY, '').trim()
  if (NEGATIVE.test(plain) || NEGATIVE.test(bare)) return { reason: `"${text.trim()}" is negative` }
  const split = splitDecimals(bare, decimals)
  if ('reason' in split) return { reason: `"${text.trim()}" ${split.reason}` }
  return toMinorUnits(text.trim(), split, decimals)
}

type Split = { whole: string; fraction: string }

/** Finds the decimal separator, and removes the group separators. */
function splitDecimals(bare: string, decimals: number): Split | { reason: string } {
  const notAnAmount = { reason: 'is not an amount' }
  // Spaces and apostrophes are always group separators.
  const spaced = SPACE.test(bare)
  const ungrouped = spaced ? ungroupSpaced(bare) : bare
  if (ungrouped === undefined || !/^[\d.,]*\d$/.test(ungrouped)) return notAnAmount

  const separators = ungrouped.match(/[.,]/g) ?? []
  const last = separators.at(-1)
  if (last === undefined) return { whole: ungrouped, fraction: '' }
  const at = ungrouped.lastIndexOf(last)
  const [before, after] = [ungrouped.slice(0, at), ungrouped.slice(at + 1)]

  if (separators.length === 1) {
    if (!spaced && couldGroup(before, after, last, decimals)) {
      return decimals === 0 && last === ',' ? { whole: before + after, fraction: '' } : { reason: AMBIGUOUS }
    }
    return { whole: before || '0', fraction: after }
  }
  if (spaced) return notAnAmount
  if (separators.every((separator) => separator === last)) {
    const whole = ungroup(ungrouped, last)
    return whole === undefined ? notAnAmount : { whole, fraction: '' }
  }
  const whole = before.includes(last) ? undefined : ungroup(before, last === '.' ? ',' : '.')
  return whole === undefined ? notAnAmount : { whole, fraction: after }
}

const AMBIGUOUS = 'could be thousands or a fraction: write it with a decimal point, and without separators'

/** True if a lone separator may be a group separator. A point may be one only if the currency has no decimals. */
function couldGroup(before: string, after: string, separator: string, decimals: number): boolean {
  return after.length === 3 && /^[1-9]\d{0,2}$/.test(before) && (separator === ',' || decimals === 0)
}

function ungroupSpaced(text: string): string | undefined {
  const integer = text.split(/[.,]/, 1)[0]!
  const digits = ungroup(integer, SPACE)
  return digits === undefined ? undefined : digits + text.slice(integer.length)
}

/** The digits without separators, if these stand between valid groups. */
function ungroup(integer: string, separator: string | RegExp): string | undefined {
  const groups = integer.split(separator)
  return GROUPED.test(groups.join('S')) ? groups.join('') : undefined
}

function toMinorUnits(text: string, { whole, fraction }: Split, decimals: number): ParsedAmount {
  if (/[1-9]/.test(fraction.slice(decimals))) {
    return { reason: `"${text}" has more decimals than the currency, which has ${decimals}` }
  }
  const amount = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return Number.isSafeInteger(amount) ? { amount } : { reason: `"${text}" is too large` }
}

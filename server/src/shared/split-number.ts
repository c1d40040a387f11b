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

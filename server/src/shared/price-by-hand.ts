/** Why the price by the rules does not apply to a line with a price by hand. */
export const BEATEN_BY_HAND = 'A price by hand comes before it.'

/** In percent of the price by the rules: so low a price by hand has to be confirmed. */
const LOW_PERCENT = 70

type Candidate = { source: string; unit: number | null; applied: boolean; reason: string }

/** The unit price that the rules give a line, in minor units, whether or not it has a price by hand; null: none. */
export function unitByRules(candidates: readonly Candidate[]): number | null {
  const isFirst = ({ source, applied, reason }: Candidate) =>
    source !== 'manual' && (applied || reason === BEATEN_BY_HAND)
  return candidates.find(isFirst)?.unit ?? null
}

/** Whether a price by hand is so far below the price by the rules that it may be a mistake. In minor units. */
export function isLowPrice(unit: number, byRules: number | null): boolean {
  return byRules !== null && byRules > 0 && unit * 100 <= byRules * LOW_PERCENT
}

/** Why other prices do not apply to a line with a price by hand, or of a quote. */
export const BEATEN = { manual: 'A price by hand comes before it.', quote: 'A quoted price comes before it.' } as const

/** Whether staff have set the price, and not the rules. */
export function isSet(source: string): source is keyof typeof BEATEN {
  return source in BEATEN
}

/** In percent of the price by the rules: so low a price by hand has to be confirmed. */
const LOW_PERCENT = 70

type Candidate = { source: string; unit: number | null; applied: boolean; reason: string }

/** The unit price that the rules give a line, in minor units, whether or not it has a set price; null: none. */
export function unitByRules(candidates: readonly Candidate[]): number | null {
  const isFirst = ({ source, applied, reason }: Candidate) =>
    !isSet(source) && (applied || Object.values<string>(BEATEN).includes(reason))
  return candidates.find(isFirst)?.unit ?? null
}

/** Whether a set price is so far below the price by the rules that it may be a mistake. In minor units. */
export function isLowPrice(unit: number, byRules: number | null): boolean {
  return byRules !== null && byRules > 0 && unit * 100 <= byRules * LOW_PERCENT
}

import type { CustomerTerms } from './kinds-of-term.ts'

/** When a term of any kind starts and ends, as JSON texts. Null and undefined: it has no limit. */
type Dated = { startsAt?: string | null; endsAt?: string | null; [other: string]: unknown }

/** The terms that are in force at a time. A price follows from these alone, and is found faster where there are many. */
export function inForce(terms: CustomerTerms, at: Date): CustomerTerms {
  const time = at.getTime()
  const holds = ({ startsAt, endsAt }: Dated) =>
    (!startsAt || Date.parse(startsAt) <= time) && (!endsAt || Date.parse(endsAt) > time)
  const kinds = Object.entries(terms as Record<string, Dated[]>).map(([kind, found]) => [kind, found.filter(holds)])
  return Object.fromEntries(kinds) as CustomerTerms
}

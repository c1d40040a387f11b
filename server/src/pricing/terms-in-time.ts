import type { CustomerTerms, Terms } from './kinds-of-term.ts'

/** When a term of any kind starts and ends, as JSON texts. Null and undefined: it has no limit. */
type Dated = { startsAt?: string | null; endsAt?: string | null; [other: string]: unknown }

/** The terms that are in force at a time. A price follows from these alone, and is found faster where there are many. */
export function inForce({ group, ...own }: CustomerTerms, at: Date): CustomerTerms {
  return { ...partInForce(own, at), group: group && { name: group.name, ...partInForce(group, at) } }
}

function partInForce({ agreedPrices, discounts }: Terms, at: Date): Terms {
  const time = at.getTime()
  const holds = ({ startsAt, endsAt }: Dated) =>
    (!startsAt || Date.parse(startsAt) <= time) && (!endsAt || Date.parse(endsAt) > time)
  return { agreedPrices: agreedPrices.filter(holds), discounts: discounts.filter(holds) }
}

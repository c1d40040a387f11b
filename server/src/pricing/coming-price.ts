import type { CustomerTerms } from './kinds-of-term.ts'
import { UnitOverTime } from './unit-over-time.ts'
import type { ScheduledPrice } from './unit-over-time.ts'

/** The price of one unit from a time on (ISO 8601), in minor units; null for none. */
export type ComingPrice = { unit: number | null; from: string }

type Priced = {
  /** Now, in minor units. */
  listPrice: number | null
  /** In the order of their times, until `until`. One that is due counts as coming until it is published. */
  scheduled: readonly ScheduledPrice[]
  terms: CustomerTerms | null
}

/**
 * For each of some quantities, which ascend, the first price after now, until a time, that differs from the price of
 * now: by a scheduled list price, or an agreed price that starts or ends. Null where there is none. Pure.
 */
export function comingPrices(
  priced: Priced,
  quantities: readonly number[],
  { now, until }: { now: Date; until: Date },
): (ComingPrice | null)[] {
  const units = new UnitOverTime(priced, now.getTime())
  return quantities.map((qty) => {
    const present = units.at(-Infinity, qty)
    let time = -Infinity
    while ((time = units.nextAfter(time, qty)) <= until.getTime()) {
      const unit = units.at(time, qty)
      if (unit !== present) return { unit, from: new Date(time).toISOString() }
    }
    return null
  })
}

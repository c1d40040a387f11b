import { priceOf } from './evaluate-price.ts'
import { turnsOf } from './kinds-of-term.ts'
import type { CustomerTerms } from './kinds-of-term.ts'
import type { ScheduledPrice } from './scheduled-prices.ts'

/** The price of one unit from a time on (ISO 8601), in minor units; null for none. */
export type ComingPrice = { unit: number | null; from: string }

type Priced = {
  /** Now, in minor units. */
  listPrice: number | null
  /** In the order of their times, until `until`. One that is due counts as coming until it is published. */
  scheduled: readonly ScheduledPrice[]
  terms: CustomerTerms | null
  qty: number
}

/**
 * The first price after now, until a time, that differs from the price of now: by a scheduled list price, or an agreed
 * price that starts or ends. Null where there is none. Pure.
 */
export function comingPrice(
  { listPrice, scheduled, terms, qty }: Priced,
  { now, until }: { now: Date; until: Date },
): ComingPrice | null {
  const turns = (terms ? turnsOf(terms) : []).filter((turn) => turn > now && turn <= until)
  const times = [...scheduled.map(({ from }) => from), ...turns].map((time) => time.getTime())
  if (times.length === 0) return null
  const present = priceOf(listPrice, terms, qty, now).unit
  for (const time of [...new Set(times)].toSorted((a, b) => a - b)) {
    const list = scheduled.findLast(({ from }) => from.getTime() <= time)?.listPrice ?? listPrice
    const { unit } = priceOf(list, terms, qty, new Date(Math.max(time, now.getTime())))
    if (unit !== present) return { unit, from: new Date(time).toISOString() }
  }
  return null
}

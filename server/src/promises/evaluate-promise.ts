import { priceOf } from '../pricing/evaluate-price.ts'
import { turnsOf } from '../pricing/kinds-of-term.ts'
import type { CustomerTerms } from '../pricing/kinds-of-term.ts'
import { inForce } from '../pricing/terms-in-time.ts'
import type { BrokenPrice, PricePromise } from './price-promise.ts'

/** What the price of a line follows from, at the time that it was read for and later. */
export type LineBasis = {
  sku: string
  /** Whether the customer sees the product. */
  visible: boolean
  /** Minor units. */
  listPrice: number | null
  /** Scheduled list prices, in the order of their times. */
  scheduled: readonly { at: Date; price: number }[]
  terms: CustomerTerms
}

/** The basis of each line; null where the product is deleted. */
export type PromiseBasis = readonly (LineBasis | null)[]

type Promised = Pick<PricePromise, 'lines' | 'total' | 'until'>

/** How many prices of a promise are looked at, and at how many times at most. */
const PRICES_AHEAD = 4_000
const TIMES_AHEAD = 400

/** The prices that are not as promised at a time; none where the promise holds. Pure. */
export function brokenAt({ lines, total }: Promised, basis: PromiseBasis, at: Date): BrokenPrice[] {
  const priced = lines.map((line, i) => ({
    ...line,
    sku: basis[i]?.sku ?? line.sku,
    actual: unitAt(basis[i], line.qty, at),
  }))
  if (total === null) {
    return priced
      .filter(({ unit, actual }) => actual === null || actual > unit!)
      .map(({ sku, qty, unit, actual }) => ({ sku, qty, promised: unit!, actual }))
  }
  const sum = priced.reduce<number | null>(
    (sum, { qty, actual }) => (sum === null || actual === null ? null : sum + actual * qty),
    0,
  )
  return sum !== null && sum <= total ? [] : [{ sku: null, qty: null, promised: total, actual: sum }]
}

/** Minor units for one; null where there is no price, or the customer does not see the product. */
function unitAt(basis: LineBasis | null | undefined, qty: number, at: Date): number | null {
  if (!basis?.visible) return null
  const list = basis.scheduled.findLast((scheduled) => scheduled.at <= at)?.price ?? basis.listPrice
  return priceOf(list, inForce(basis.terms, at), qty, at).unit
}

/** The times after `from`, and before the end of the promise, at which a price of it can change; the next ones. */
function turnsAfter({ lines, until }: Promised, bases: readonly PromiseBasis[], from: Date): Date[] {
  const times = bases.flat().flatMap((line) => {
    return line ? [...turnsOf(line.terms), ...line.scheduled.map(({ at }) => at)] : []
  })
  const ahead = [...new Set(times.map((time) => time.getTime()))].filter(
    (time) => time > from.getTime() && time < until.getTime(),
  )
  return ahead
    .toSorted((a, b) => a - b)
    .slice(0, Math.min(TIMES_AHEAD, Math.ceil(PRICES_AHEAD / lines.length)))
    .map((time) => new Date(time))
}

/**
 * The first time after `from` at which the promise breaks before it ends; null if it is not known to. Scheduled prices
 * that are due at `from` count as published: where these break it, it is the time of the first that does. Pure.
 */
export function breaksAfter(promise: Promised, basis: PromiseBasis, from: Date): Date | null {
  const isBroken = (at: Date) => brokenAt(promise, basis, at).length > 0
  if (!isBroken(from)) return turnsAfter(promise, [basis], from).find(isBroken) ?? null
  const due = basis.flatMap((line) => line?.scheduled ?? []).map(({ at }) => at)
  return [...due, from].toSorted((a, b) => a.getTime() - b.getTime()).find(isBroken)!
}

export type NewBreak = { at: Date; broken: BrokenPrice[] }

/**
 * What an act breaks of a promise: the first time, from now until its end, at which it does not hold after the act, and
 * held before. Null for nothing. Pure.
 */
export function newBreak(promise: Promised, before: PromiseBasis, after: PromiseBasis, now: Date): NewBreak | null {
  if (promise.until <= now) return null
  const breakAt = (at: Date, was: PromiseBasis, is: PromiseBasis): NewBreak | null => {
    const broken = brokenAt(promise, is, at)
    return broken.length > 0 && brokenAt(promise, was, at).length === 0 ? { at, broken } : null
  }
  const present = breakAt(now, withoutDue(before, now), withoutDue(after, now))
  if (present) return present
  for (const at of [now, ...turnsAfter(promise, [before, after], now)]) {
    const found = breakAt(at, before, after)
    if (found) return found
  }
  return null
}

/** What is paid until the scheduled prices that are due are published, which takes a second. */
function withoutDue(basis: PromiseBasis, now: Date): PromiseBasis {
  return basis.map((line) => line && { ...line, scheduled: line.scheduled.filter(({ at }) => at > now) })
}

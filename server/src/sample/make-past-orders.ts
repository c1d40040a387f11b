import { HABITS } from './habits.ts'
import type { Habit } from './habits.ts'
import { seededRandom } from './seeded-random.ts'

const DAY_MS = 86_400_000
const SEED = 30_211
const FIRST_WEEK = 50
/** The weeks since then have their own orders (`orders.ts`). */
const LAST_WEEK = 4
/** How much more is ordered at the end of the year than at its beginning. */
const GROWTH = 0.35
/** The share of its usual products that an order has. */
const ORDERED = 0.75
/** Quantities are this part less or more than usual. */
const SPREAD = 0.3

export type PastOrder = Pick<Habit, 'customer' | 'buyer' | 'poNumber'> & {
  placed: Date
  lines: { sku: string; qty: number }[]
}

/**
 * A year of orders, as each customer has the habit, oldest first. Deterministic: the day of the week decides only on
 * their dates. `atLeast` is the minimum quantity of a product.
 */
export function makePastOrders(now: Date, atLeast: (sku: string) => number): PastOrder[] {
  const random = seededRandom(SEED)
  return HABITS.flatMap((habit) => ordersOf(habit, now, random, atLeast)).toSorted(
    (a, b) => a.placed.getTime() - b.placed.getTime(),
  )
}

function ordersOf(
  { customer, buyer, poNumber, weekday, everyWeeks, usual, season = [], until = LAST_WEEK }: Habit,
  now: Date,
  random: () => number,
  atLeast: (sku: string) => number,
): PastOrder[] {
  const count = Math.floor((FIRST_WEEK - until) / everyWeeks) + 1
  return Array.from({ length: count }, (_, i) => {
    const weeksAgo = FIRST_WEEK - i * everyWeeks
    const placed = timeIn(now, weeksAgo, weekday, random())
    const growth = 1 + (GROWTH * (FIRST_WEEK - weeksAgo)) / FIRST_WEEK
    const share = growth * (season.includes(placed.getUTCMonth() + 1) ? 2 : 1)
    const [first, ...others] = Object.keys(usual)
    const skus = [first!, ...others.filter(() => random() < ORDERED)]
    const lines = skus.map((sku) => ({
      sku,
      qty: Math.max(atLeast(sku), Math.round(usual[sku]! * share * (1 - SPREAD + 2 * SPREAD * random()))),
    }))
    return { customer, buyer, poNumber: poNumber?.replace('{n}', String(200 + i)), placed, lines }
  })
}

/** A time between 7 and 16 o'clock on a day of the week, so many weeks ago. */
function timeIn(now: Date, weeksAgo: number, weekday: number, part: number): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T07:00:00.000Z`)
  const daysBack = 7 * weeksAgo + ((today.getUTCDay() + 6) % 7) - (weekday - 1)
  return new Date(today.getTime() - daysBack * DAY_MS + Math.floor(part * 9 * 60) * 60_000)
}

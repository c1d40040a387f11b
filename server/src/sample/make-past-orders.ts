import { quantityFrom } from '../rules/order-quantity.ts'
import type { SoldIn } from '../rules/order-quantity.ts'
import { HABITS } from './habits.ts'
import type { Habit } from './habits.ts'
import { seededRandom } from './seeded-random.ts'

const DAY_MS = 86_400_000
const SEED = 30_211
const FIRST_WEEK = 47
/** In days ago. The days since then have their own orders (`orders.ts`). */
const LAST_DAY = 20
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
 * their dates. `soldIn` tells how a product is sold.
 */
export function makePastOrders(now: Date, soldIn: (sku: string) => SoldIn): PastOrder[] {
  const random = seededRandom(SEED)
  return HABITS.flatMap((habit, i) => ordersOf(habit, i, now, random, soldIn)).toSorted(
    (a, b) => a.placed.getTime() - b.placed.getTime(),
  )
}

function ordersOf(
  { customer, buyer, poNumber, weekday, everyWeeks, usual, season = [], until = 0 }: Habit,
  position: number,
  now: Date,
  random: () => number,
  soldIn: (sku: string) => SoldIn,
): PastOrder[] {
  // Not all customers order in the same week.
  const firstWeek = FIRST_WEEK - (position % everyWeeks)
  const count = Math.floor((firstWeek - until) / everyWeeks) + 1
  return Array.from({ length: count }, (_, i) => {
    const weeksAgo = firstWeek - i * everyWeeks
    const placed = timeIn(now, weeksAgo, weekday, random())
    const growth = 1 + (GROWTH * (FIRST_WEEK - weeksAgo)) / FIRST_WEEK
    const share = growth * (season.includes(placed.getUTCMonth() + 1) ? 2 : 1)
    const [first, ...others] = Object.keys(usual)
    const skus = [first!, ...others.filter(() => random() < ORDERED)]
    const lines = skus.map((sku) => ({
      sku,
      qty: quantityFrom(Math.round(usual[sku]! * share * (1 - SPREAD + 2 * SPREAD * random())), soldIn(sku)),
    }))
    return { customer, buyer, poNumber: poNumber?.replace('{n}', String(200 + i)), placed, lines }
  })
}

/**
 * A time between 7 and 16 o'clock on a day of the week. The weeks end 20 days ago, whatever day today is: so it decides
 * on no number of an order.
 */
function timeIn(now: Date, weeksAgo: number, weekday: number, part: number): Date {
  const days = LAST_DAY + 7 * weeksAgo
  const daysAgo = days + ((((now.getUTCDay() - days - weekday) % 7) + 7) % 7)
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
  return new Date(midnight - daysAgo * DAY_MS + Math.floor((7 + 9 * part) * 60) * 60_000)
}

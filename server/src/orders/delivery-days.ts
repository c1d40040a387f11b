import { addDays, dayOf, startOfDay } from '../lib/local-day.ts'
import { dayInWords } from '../shared/where-and-when.ts'

/** When a wholesaler prepares and delivers orders. */
export type DeliveryRule = {
  /** Days of the week on which orders are prepared and delivered: 1 is Monday, 7 is Sunday. */
  orderDays: readonly number[]
  /** An order that comes later on such a day counts for the next one: "14:00". Null: the whole day counts. */
  cutOff: string | null
  /** Order days from the one that an order counts for to the first on which it can be delivered. */
  leadDays: number
}

/** The first day of delivery, and the moment until which that is so. */
export type NextDelivery = { day: string; orderBy: Date }

/** The latest day that can be wanted, in days from now. */
const MAX_AHEAD = 366

/** The first day on which an order of this moment can be delivered, in the wholesaler's time zone. Pure. */
export function nextDelivery(now: Date, rule: DeliveryRule, timeZone: string): NextDelivery {
  const today = dayOf(now, timeZone)
  const first = orderDayFrom(today, rule, timeZone)
  const isMissed = cutOffOn(first, rule, timeZone) <= now
  const counted = isMissed ? orderDayFrom(addDays(first, 1), rule, timeZone) : first
  let day = counted
  for (let left = rule.leadDays; left > 0; left--) day = orderDayFrom(addDays(day, 1), rule, timeZone)
  return { day, orderBy: cutOffOn(counted, rule, timeZone) }
}

/**
 * The first possible day from that one on; the wanted day itself if it can be kept. Null where none is near enough.
 * Pure.
 */
export function possibleDayFrom(wanted: string, now: Date, rule: DeliveryRule, timeZone: string): string | null {
  const { day: first } = nextDelivery(now, rule, timeZone)
  const day = wanted > first ? orderDayFrom(wanted, rule, timeZone) : first
  return day > addDays(dayOf(now, timeZone), MAX_AHEAD) ? null : day
}

/** Why an order cannot be delivered on a day, with the next possible one. Null if it can. Pure. */
export function dayProblem(wanted: string, now: Date, rule: DeliveryRule, timeZone: string): string | null {
  const possible = possibleDayFrom(wanted, now, rule, timeZone)
  if (possible === wanted) return null
  const { day: first } = nextDelivery(now, rule, timeZone)
  const why = wanted < first ? 'is too soon' : possible === null ? 'is too far ahead' : 'is not a delivery day'
  return `${dayInWords(wanted)} ${why}: choose ${dayInWords(possible ?? first)}, the next possible day.`
}

/** "Order by 14:00 for Tuesday", "Order by 14:00 on Monday for Tuesday". Null where every day is possible. Pure. */
export function orderByInWords(now: Date, rule: DeliveryRule, timeZone: string): string | null {
  if (rule.orderDays.length === 7 && rule.cutOff === null && rule.leadDays === 0) return null
  const { day, orderBy } = nextDelivery(now, rule, timeZone)
  const today = dayOf(now, timeZone)
  const counted = dayOf(new Date(orderBy.getTime() - 1), timeZone)
  const when = counted === today ? 'today' : `on ${shortDay(counted, today)}`
  const until = rule.cutOff === null ? when : `by ${rule.cutOff}${counted === today ? '' : ` ${when}`}`
  return `Order ${until} for ${shortDay(day, today)}`
}

/** The day of the week, with the date where that is not within a week. */
function shortDay(day: string, today: string): string {
  if (day < addDays(today, 7)) return dayInWords(day).split(',')[0]!
  return dayInWords(day).replace(/ \d+$/, '')
}

function orderDayFrom(day: string, { orderDays }: DeliveryRule, timeZone: string): string {
  let found = day
  while (!orderDays.includes(weekdayOf(found)) || !isThere(found, timeZone)) found = addDays(found, 1)
  return found
}

/** A time zone that changes sides of the date line leaves out a day. */
function isThere(day: string, timeZone: string): boolean {
  return dayOf(startOfDay(day, timeZone), timeZone) === day
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek
}

/** The moment from which an order counts for a later day: where clocks skip it, not after the end of the day. */
function cutOffOn(day: string, { cutOff }: DeliveryRule, timeZone: string): Date {
  const end = startOfDay(addDays(day, 1), timeZone)
  if (cutOff === null) return end
  const at = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(cutOff) })
  return new Date(Math.min(at.epochMilliseconds, end.getTime()))
}

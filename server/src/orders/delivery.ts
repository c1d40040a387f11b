import type { WorkspaceContext } from '../context.ts'
import type { Address } from '../database/column-values.ts'
import type { Issue } from '../errors.ts'
import { addDays, dayOf, startOfDay } from '../lib/local-time.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isDay, dayInWords } from '../shared/read-day.ts'
import type { OrderingCustomer } from './find-orderer.ts'

/** Where and when an order is wanted: the id of an address of the customer, and a day. */
export type AskedDelivery = { deliverTo?: string | null | undefined; wantedOn?: string | null | undefined }

/** What an order keeps of that. */
export type Delivery = { deliverTo: Address | null; wantedOn: string | null }

/** What somebody who orders for a customer chooses from. */
export type DeliveryChoice = {
  addresses: Address[]
  /** The first possible days: three of them. */
  firstDays: string[]
  /** "Order by 14:00 for Tuesday"; null where every day is possible. */
  orderBy: string | null
  /** What is chosen at first: the last address, and the next possible day of the week of the last order. */
  usual: { deliverTo: string | null; wantedOn: string | null }
}

/** When the wholesaler delivers, in its time zone. */
type DeliveryDays = { rule: DeliveryRule; timezone: string }

/** What there is to choose from for an order that the customer places now. */
export async function readDeliveryChoice(
  context: WorkspaceContext,
  { id: customerId, addresses }: Pick<OrderingCustomer, 'id' | 'addresses'>,
  { rule, timezone }: DeliveryDays,
): Promise<DeliveryChoice> {
  const now = context.clock()
  const last = await lastDelivery(context, customerId)
  const firstDays = nextDays(now, rule, timezone)
  return {
    addresses,
    firstDays,
    orderBy: orderByInWords(now, rule, timezone),
    usual: {
      deliverTo: (addresses.find(({ id }) => id === last?.deliver_to?.id) ?? addresses[0])?.id ?? null,
      wantedOn: last?.wanted_on ? sameWeekday(last.wanted_on, firstDays[0]!, { now, rule, timezone }) : null,
    },
  }
}

/**
 * What the order keeps of where and when it is wanted. The issues, at `deliverTo` and `wantedOn`, say what is not
 * possible, and what is instead.
 */
export function checkDelivery(
  { clock }: WorkspaceContext,
  { name, addresses }: OrderingCustomer,
  { deliverTo = null, wantedOn = null }: AskedDelivery,
  days: DeliveryDays,
): { delivery: Delivery; issues: Issue[] } {
  const isAsked = ({ id }: Address) => deliverTo !== null && matchingKey(id) === matchingKey(deliverTo)
  const found = addresses.find(isAsked)
  const address = found ? placeOf(found) : null
  const problem = wantedOn === null ? null : wantedProblem(wantedOn, clock(), days)
  return {
    delivery: { deliverTo: address, wantedOn },
    issues: [
      ...(deliverTo !== null && address === null
        ? [{ path: 'deliverTo', message: `${name} no longer has this delivery address: choose another one.` }]
        : []),
      ...(problem === null ? [] : [{ path: 'wantedOn', message: problem }]),
    ],
  }
}

/** What an order keeps of an address of the customer. */
function placeOf({ id, name, lines, postcode, city, country }: Address): Address {
  return { id, name, lines, postcode, city, country }
}

/** Why an order cannot be delivered on that day, with the next possible one; null if it can. */
export function wantedProblem(wantedOn: string, now: Date, { rule, timezone }: DeliveryDays): string | null {
  if (!isDay(wantedOn)) return 'Must be a day such as 2027-01-05.'
  return dayProblem(wantedOn, now, rule, timezone)
}

/** When it is wanted, as a line of a text. */
export function wantedInWords({ wantedOn }: Pick<Delivery, 'wantedOn'>): string[] {
  return wantedOn ? [`Wanted on: ${dayInWords(wantedOn)}`] : []
}

/** Of the customer's last order. */
async function lastDelivery({ db, workspaceId }: WorkspaceContext, customerId: string) {
  return db
    .selectFrom('sales_order')
    .select(['deliver_to', 'wanted_on'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .orderBy('placed_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function nextDays(now: Date, rule: DeliveryRule, timezone: string): string[] {
  const days = [nextDelivery(now, rule, timezone).day]
  while (days.length < 3) days.push(orderDayFrom(addDays(days.at(-1)!, 1), rule, timezone))
  return days
}

/** The first possible day of the same day of the week; the first possible one where there is none in a week. */
function sameWeekday(last: string, first: string, { now, rule, timezone }: DeliveryDays & { now: Date }): string {
  let day: string | null = first
  for (let tries = 0; tries < 7 && day !== null; tries++) {
    if (weekdayOf(day) === weekdayOf(last)) return day
    day = possibleDayFrom(addDays(day, 1), now, rule, timezone)
  }
  return first
}

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
type NextDelivery = { day: string; orderBy: Date }

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

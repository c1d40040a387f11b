import type { WorkspaceContext } from '../context.ts'
import type { Address } from '../database/column-values.ts'
import type { Issue } from '../errors.ts'
import { addDays } from '../lib/local-day.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isDay } from '../shared/day-and-time.ts'
import { addressInWords, dayInWords } from '../shared/where-and-when.ts'
import { dayProblem, nextDelivery, orderByInWords, possibleDayFrom, weekdayOf } from './delivery-days.ts'
import type { DeliveryRule } from './delivery-days.ts'
import type { OrderingCustomer } from './find-orderer.ts'

/** Where and when an order is wanted: the id of an address of the customer, and a day. */
export type AskedDelivery = { deliverTo?: string | null | undefined; wantedOn?: string | null | undefined }

/** What an order keeps of that. */
export type Delivery = { deliverTo: Address | null; wantedOn: string | null }

/** What somebody who orders for a customer chooses from. */
export type DeliveryChoice = {
  addresses: Address[]
  /** The first possible day. */
  firstDay: string
  /** "Order by 14:00 for Tuesday"; null where every day is possible. */
  orderBy: string | null
  /** What is chosen at first: the last address, and the next possible day of the week of the last order. */
  usual: { deliverTo: string | null; wantedOn: string | null }
}

/** When the wholesaler delivers, in its time zone. */
export type DeliveryDays = { rule: DeliveryRule; timezone: string }

/** What there is to choose from for an order that the customer places now. */
export async function readDeliveryChoice(
  context: WorkspaceContext,
  { id: customerId, addresses }: Pick<OrderingCustomer, 'id' | 'addresses'>,
  { rule, timezone }: DeliveryDays,
): Promise<DeliveryChoice> {
  const now = context.clock()
  const last = await lastDelivery(context, customerId)
  const { day: firstDay } = nextDelivery(now, rule, timezone)
  return {
    addresses,
    firstDay,
    orderBy: orderByInWords(now, rule, timezone),
    usual: {
      deliverTo: (addresses.find(({ id }) => id === last?.deliver_to?.id) ?? addresses[0])?.id ?? null,
      wantedOn: last?.wanted_on ? sameWeekday(last.wanted_on, firstDay, { now, rule, timezone }) : null,
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
  const address = addresses.find(isAsked) ?? null
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

/** Why an order cannot be delivered on that day, with the next possible one; null if it can. */
export function wantedProblem(wantedOn: string, now: Date, { rule, timezone }: DeliveryDays): string | null {
  if (!isDay(wantedOn)) return 'Must be a day such as 2027-01-05.'
  return dayProblem(wantedOn, now, rule, timezone)
}

/** Where and when, a line each, as documents and mails say it. */
export function deliveryInWords({ deliverTo, wantedOn }: Delivery): string[] {
  return [
    ...(deliverTo ? [`Deliver to: ${addressInWords(deliverTo)}`] : []),
    ...(wantedOn ? [`Wanted on: ${dayInWords(wantedOn)}`] : []),
  ]
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

/** The first possible day of the same day of the week; the first possible one where there is none in a week. */
function sameWeekday(last: string, first: string, { now, rule, timezone }: DeliveryDays & { now: Date }): string {
  let day: string | null = first
  for (let tries = 0; tries < 7 && day !== null; tries++) {
    if (weekdayOf(day) === weekdayOf(last)) return day
    day = possibleDayFrom(addDays(day, 1), now, rule, timezone)
  }
  return first
}

import type { operations } from '../../shared/app-api.d.ts'
import { parseMoney } from '../../shared/money.ts'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { ORDER_STATUSES } from '../../../../server/src/shared/order-steps.ts'

/** The parameters of the list's address that filter it. */
export const ORDER_FILTERS = [
  'status',
  'customer',
  'contact',
  'buyer',
  'from',
  'to',
  'wantedFrom',
  'wantedTo',
  'least',
  'most',
  'late',
  'held',
] as const

/** What the list is filtered by, as texts of its address. */
export type OrderTexts = { q?: string; page?: string } & { [N in (typeof ORDER_FILTERS)[number]]?: string }

/** The same as the service takes it. */
export type OrderQuery = Omit<NonNullable<operations['searchOrders']['parameters']['query']>, 'limit' | 'offset'>

type Place = { timezone: string; currency: string }

/**
 * The filter as the service takes it. Days may be "today" and "yesterday", so that a saved view goes with the time;
 * amounts are as one writes them. What cannot be read counts as none.
 */
export function readFilter(texts: OrderTexts, { timezone, currency }: Place): OrderQuery {
  const { q, customer, contact, buyer, from, to, wantedFrom, wantedTo, least, most, late, held } = texts
  const status = [...ORDER_STATUSES, 'open' as const].find((known) => known === texts.status)
  const [first, last, firstWanted, lastWanted, lateOn] = [from, to, wantedFrom, wantedTo, late].map((day) =>
    readDay(day, timezone),
  )
  const [lowest, highest] = [least, most].map((amount) => readAmount(amount, currency))
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(customer && { customer }),
    ...(contact && { contact }),
    ...(buyer && { buyer }),
    ...(first && { from: first }),
    ...(last && { to: last }),
    ...(firstWanted && { wantedFrom: firstWanted }),
    ...(lastWanted && { wantedTo: lastWanted }),
    ...(lateOn && { lateOn }),
    ...(held === 'true' && { held: true }),
    ...(lowest !== undefined && { least: lowest }),
    ...(highest !== undefined && { most: highest }),
  }
}

/** The same as texts, for an address. */
export function filterTexts(query: OrderQuery): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

const DAY_MS = 86_400_000

function readDay(text: string | undefined, timezone: string): string | undefined {
  if (text === 'today') return dayOf(Date.now(), timezone)
  if (text === 'yesterday') return dayOf(Date.now() - DAY_MS, timezone)
  return text !== undefined && isDay(text) ? text : undefined
}

/** The day in a time zone: 2027-01-05. */
function dayOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
}

function readAmount(text: string | undefined, currency: string): number | undefined {
  const { value } = parseMoney(text ?? '', currency, { max: Number.MAX_SAFE_INTEGER })
  return typeof value === 'number' ? value : undefined
}

/** A view that everybody has, as texts of the list's address. */
export type DeskView = { name: string; search: OrderTexts }

/** What waits for the desk, in the order of urgency. */
export const DESK_VIEWS: readonly DeskView[] = [
  { name: 'To confirm', search: { status: 'new' } },
  { name: 'To dispatch today', search: { status: 'confirmed' } },
  { name: 'Late', search: { status: 'open', late: 'today' } },
  { name: 'Held by credit', search: { status: 'new', held: 'true' } },
]

/** "12", or "999+" where no more are counted. */
export function countText(count: number, counted: number): string {
  return count < counted ? count.toLocaleString('en') : `${(counted - 1).toLocaleString('en')}+`
}

import type { WorkspaceContext } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { addDays, dayOf, startOfDay } from '../lib/local-day.ts'
import { dateInWords } from '../shared/moment-in-words.ts'
import { isDay } from '../shared/day-and-time.ts'
import type { CustomerTerms } from '../pricing/kinds-of-term.ts'
import { priceInWords } from '../pricing/price-in-words.ts'
import { quantityBreaks } from '../pricing/quantity-breaks.ts'
import type { QuantityBreak } from '../pricing/quantity-breaks.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { assumedChanges } from '../pricing/price-changes/assumed-changes.ts'
import { considerPrice } from './explain-price.ts'
import type { ExplainedPrice } from './explain-price.ts'

export type PriceForStaff = ExplainedPrice & {
  /** The moment of the price: now, or the end of another day. */
  at: string
  unitLabel: string
  minOrderQty: number
  orderMultiple: number
  /** Other prices from larger quantities. */
  breaks: QuantityBreak[]
  /** The scheduled price change that the list price of that day comes from. */
  scheduledBy: { priceChangeId: string; name: string; scheduledFor: string } | null
  /** What the customer can be told. */
  words: string
}

/**
 * The price of a product (by id) for a customer on a day of the workspace, in words too. Of today it is the present
 * price; of another day the one at its end, so that all that takes effect on that day counts. Throws NotFound, and
 * InvalidInput for a day whose prices are not known.
 */
export async function explainForStaff(
  context: WorkspaceContext,
  { product, customer, qty, date }: { product: string; customer: string; qty: number; date?: string | undefined },
): Promise<PriceForStaff> {
  const workspace = await readWorkspace(context, context.workspaceId)
  const at = momentOn(date, workspace.timezone, context.clock())
  const { explained, considered } = await considerPrice(context, { named: { id: product }, customer, qty, at })
  const { terms, listPrice, unitLabel, minOrderQty, orderMultiple } = considered
  const breaks = quantityBreaks(listPrice, terms, considered.at, { unit: explained.price.unit, qty })
  const words = priceInWords({
    product: { sku: explained.sku, name: explained.name, unitLabel, minOrderQty, orderMultiple },
    qty,
    price: explained.price,
    group: groupOf(explained.price, terms),
    breaks,
    until: endOf(explained, terms, considered.at, workspace.timezone),
    on: at && date ? dateInWords(date, 'UTC') : null,
    isPast: considered.at < context.clock(),
    money: moneyOf(workspace),
    taxLabel: workspace.taxLabel,
  })
  const scheduled = (await assumedChanges(context, { at, productId: product })).at(-1)
  return {
    ...explained,
    at: considered.at.toISOString(),
    unitLabel,
    minOrderQty,
    orderMultiple,
    breaks,
    scheduledBy: scheduled ?? null,
    words,
  }
}

/** The price group whose term applies; null where it is the customer's own, or the list price. */
function groupOf({ source, label }: ExplainedPrice['price'], { group }: CustomerTerms): string | null {
  return group && source !== 'list' && label.startsWith(`${group.name}: `) ? group.name : null
}

/** The last millisecond of another day. Undefined for today. */
function momentOn(date: string | undefined, timezone: string, now: Date): Date | undefined {
  const today = dayOf(now, timezone)
  if (date === undefined || date === today) return undefined
  if (!isDay(date)) {
    throw new InvalidInput([{ path: 'date', message: `Must be a day such as ${today}.` }])
  }
  return new Date(startOfDay(addDays(date, 1), timezone).getTime() - 1)
}

/** The last day of the agreed price that applies; null if it has no end, or another price applies. */
function endOf({ price, candidates }: ExplainedPrice, terms: CustomerTerms, at: Date, timezone: string): string | null {
  if (price.source !== 'agreed') return null
  const minQty = candidates.find(({ applied }) => applied)?.minQty
  const agreed = [...terms.agreedPrices, ...(terms.group?.agreedPrices ?? [])].find(
    (term) =>
      term.minQty === minQty &&
      term.unit === price.unit &&
      (term.startsAt === null || new Date(term.startsAt) <= at) &&
      (term.endsAt === null || new Date(term.endsAt) > at),
  )
  return agreed?.endsAt ? dateInWords(new Date(new Date(agreed.endsAt).getTime() - 1), timezone) : null
}

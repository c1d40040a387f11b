import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { NotFound, quoted, InvalidInput } from '../errors.ts'
import type { CustomerTerms } from '../pricing/kinds-of-term.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { isUuid } from '../lib/uuid.ts'
import { listPriceOf, parseDocument, termsOfProduct, productForCustomer } from './listed-product.ts'
import { addDays, dayOf, startOfDay } from '../lib/local-time.ts'
import { dateInWords } from '../shared/moment-in-words.ts'
import { isDay } from '../shared/read-day.ts'
import { priceInWords } from '../pricing/price-in-words.ts'
import { quantityBreaks } from '../pricing/quantity-breaks.ts'
import type { QuantityBreak } from '../pricing/quantity-breaks.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { assumedChanges } from '../pricing/price-changes/price-change-basis.ts'

type ExplainedPrice = Evaluation & {
  sku: string
  productId: string
  name: string
  customer: CustomerRef
  qty: number
  /** True if the customer can see the product. The price is explained in both cases. */
  visible: boolean
}

/** What a price was computed from. */
type Considered = {
  unitLabel: string
  minOrderQty: number
  orderMultiple: number
  /** The list price at that time, in minor units. */
  listPrice: number | null
  terms: CustomerTerms
  at: Date
}

type Asked = { customer: string; qty: number; at?: Date | undefined }

/**
 * The price of a SKU for a customer, with its explanation: now, or at another time. Throws NotFound, naming the customer
 * or the SKU, and InvalidInput for a time whose prices are not known.
 */
export async function explainPrice(
  context: WorkspaceContext,
  { sku, ...asked }: Asked & { sku: string },
): Promise<ExplainedPrice> {
  return (await considerPrice(context, { named: { sku }, ...asked })).explained
}

/** The same for a product by SKU or id, with what the price was computed from. */
async function considerPrice(
  context: WorkspaceContext,
  { named, customer, qty, at }: Asked & { named: { sku: string } | { id: string } },
): Promise<{ explained: ExplainedPrice; considered: Considered }> {
  const now = context.clock()
  const isKnown = 'sku' in named || isUuid(named.id)
  const found = isKnown ? await productForCustomer(context, named, { customer, at }) : undefined
  if (!found?.customer) {
    await findCustomer(context, customer)
    throw new NotFound(
      'sku' in named
        ? `There is no product with the SKU ${quoted(named.sku)}.`
        : `There is no product with the id ${quoted(named.id)}.`,
      'sku' in named ? 'unknown_sku' : 'unknown_product',
    )
  }
  const { product, visible } = found
  const { id, sku, name, ...sold } = parseDocument<
    Record<'id' | 'sku' | 'name', string> & Pick<Considered, 'unitLabel' | 'minOrderQty' | 'orderMultiple'>
  >(product)
  const listPrice = listPriceOf(product)
  const terms = termsOfProduct(product, found.terms!)
  const evaluation = evaluatePrice(listPrice, terms, qty, at ?? now)
  return {
    explained: { sku, productId: id, name, customer: found.customer, qty, visible, ...evaluation },
    considered: {
      unitLabel: sold.unitLabel,
      minOrderQty: sold.minOrderQty,
      orderMultiple: sold.orderMultiple,
      listPrice,
      terms,
      at: at ?? now,
    },
  }
}

type PriceForStaff = ExplainedPrice & {
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

import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { invalidField, NotFound, quoted } from '../errors.ts'
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
import { readWorkspace } from '../workspaces/workspaces.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { assumedChanges } from '../pricing/price-changes/price-change-basis.ts'

type Asked = { customer: string; qty: number; at?: Date | undefined }

/**
 * The price of a SKU for a customer, with its explanation: now, or at another time. Throws NotFound, naming the customer
 * or the SKU, and InvalidInput for a time whose prices are not known.
 */
export async function explainPrice(context: WorkspaceContext, { sku, ...asked }: Asked & { sku: string }) {
  return (await considerPrice(context, { named: { sku }, ...asked })).explained
}

/** The same for a product by SKU or id, with what the price was computed from. */
async function considerPrice(
  context: WorkspaceContext,
  { named, customer, qty, at }: Asked & { named: { sku: string } | { id: string } },
) {
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
  const { id, sku, name, unitLabel, minOrderQty, orderMultiple } = parseDocument<
    Record<'id' | 'sku' | 'name' | 'unitLabel', string> & Record<'minOrderQty' | 'orderMultiple', number>
  >(product)
  const listPrice = listPriceOf(product)
  const terms = termsOfProduct(product, found.terms!)
  const evaluation = evaluatePrice(listPrice, terms, qty, at ?? now)
  return {
    // Also where the customer cannot see the product.
    explained: { sku, productId: id, name, customer: found.customer, qty, visible, ...evaluation },
    sold: { unitLabel, minOrderQty, orderMultiple },
    listPrice,
    terms,
    moment: at ?? now,
  }
}

/**
 * The price of a product (by id) for a customer on a day of the workspace, in words too. Of today it is the present
 * price; of another day the one at its end, so that all that takes effect on that day counts. Throws NotFound, and
 * InvalidInput for a day whose prices are not known.
 */
export async function explainForStaff(
  context: WorkspaceContext,
  { product, customer, qty, date }: { product: string; customer: string; qty: number; date?: string | undefined },
) {
  const workspace = await readWorkspace(context, context.workspaceId)
  const at = momentOn(date, workspace.timezone, context.clock())
  const considered = await considerPrice(context, { named: { id: product }, customer, qty, at })
  const { explained, sold, listPrice, terms, moment } = considered
  const breaks = quantityBreaks(listPrice, terms, moment, { unit: explained.price.unit, qty })
  const words = priceInWords({
    product: { sku: explained.sku, name: explained.name, ...sold },
    qty,
    price: explained.price,
    group: groupOf(explained.price, terms),
    breaks,
    until: endOf(explained, terms, moment, workspace.timezone),
    on: at && date ? dateInWords(date, 'UTC') : null,
    isPast: moment < context.clock(),
    money: moneyOf(workspace),
    taxLabel: workspace.taxLabel,
  })
  const scheduled = (await assumedChanges(context, { at, productId: product })).at(-1)
  return {
    ...explained,
    ...sold,
    at: moment.toISOString(),
    breaks,
    scheduledBy: scheduled ?? null,
    words,
  }
}

/** The price group whose term applies; null where it is the customer's own, or the list price. */
function groupOf({ source, label }: Evaluation['price'], { group }: CustomerTerms): string | null {
  return group && source !== 'list' && label.startsWith(`${group.name}: `) ? group.name : null
}

/** The last millisecond of another day. Undefined for today. */
function momentOn(date: string | undefined, timezone: string, now: Date): Date | undefined {
  const today = dayOf(now, timezone)
  if (date === undefined || date === today) return undefined
  if (!isDay(date)) {
    throw invalidField('date', `Must be a day such as ${today}.`)
  }
  return new Date(startOfDay(addDays(date, 1), timezone).getTime() - 1)
}

/** The last day of the agreed price that applies; null if it has no end, or another price applies. */
function endOf({ price, candidates }: Evaluation, terms: CustomerTerms, at: Date, timezone: string): string | null {
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

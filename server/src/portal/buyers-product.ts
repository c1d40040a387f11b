import type { ShownImage } from '../catalogue/shown-images.ts'
import { listPriceOf, parseDocument, termsOfProduct } from '../catalogue/listed-product.ts'
import type { ListedProduct } from '../catalogue/listed-product.ts'
import type { PlainFields } from '../catalogue/product-columns.ts'
import type { Availability, Candidate, Price } from '../database/column-values.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { labelWithoutPercent } from '../pricing/discount-terms.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import { quantityBreaks } from '../pricing/quantity-breaks.ts'
import type { QuantityBreak } from '../pricing/quantity-breaks.ts'
import { quantityFrom, smallestQuantity } from '../shared/order-quantity.ts'
import { BUYERS_FIELDS } from '../shared/product-fields.ts'
import type { BuyersField } from '../shared/product-fields.ts'
import type { PortalSettings } from './portal-settings.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { comingPrices } from '../pricing/coming-price.ts'
import type { ComingPrice } from '../pricing/coming-price.ts'
import { termsChangedAt } from '../pricing/kinds-of-term.ts'
import type { CustomerTerms } from '../pricing/kinds-of-term.ts'
import { lastScheduled, scheduledPrices } from '../pricing/unit-over-time.ts'
import type { ScheduledPrices } from '../pricing/unit-over-time.ts'

/** What a buyer may know of a price. Amounts in minor units. */
export type BuyersPrice = {
  /** Null if the product has no price. */
  unit: number | null
  line: number
  /**
   * What the price follows from, for people; empty for the list price. With a percentage only where list prices are
   * shown.
   */
  label: string
  /** Null unless the wholesaler shows list prices. */
  list: number | null
}

/** A price that was considered. `discountBp` is null unless the wholesaler shows list prices. */
type BuyersCandidate = Omit<Candidate, 'discountBp'> & { discountBp: number | null }

/** A product as a buyer sees it, at the price of one. */
export type BuyersProduct = ProductFields &
  WithComing & {
    /** Null where the wholesaler does not show it. */
    availability: Availability | null
    leadTimeNote: string | null
    price: BuyersPrice
    /** Other prices from larger quantities. */
    breaks: (QuantityBreak & WithComing)[]
  }

/** A product with its image, if it has one. */
export type WithImage<T> = T & { image: Omit<ShownImage, 'digest'> | null }

type ProductFields = Pick<PlainFields, BuyersField> & {
  id: string
  sku: string
  brandId: string | null
  categoryId: string | null
  details: Record<string, string>
}

type Stored = ProductFields & PlainFields

const SHOWN = ['id', 'sku', 'brandId', 'categoryId', 'details', ...BUYERS_FIELDS] as const
/** What of a product the wholesaler shows. */
export type Shown = Pick<PortalSettings, 'showListPrices' | 'showCandidates' | 'showAvailability'>

/** Leaves out what the wholesaler does not show, and what that could be computed from. */
export function buyersPrice({ unit, line, label, list }: Price, shown: Shown): BuyersPrice {
  return { unit, line, label: buyersLabel(label, shown), list: shown.showListPrices ? list : null }
}

/** Availability and lead time; null where the wholesaler does not show them. */
export function buyersAvailability<A extends Availability | null>(
  { availability, leadTimeNote }: { availability: A; leadTimeNote: string | null },
  { showAvailability }: Shown,
) {
  return showAvailability ? { availability, leadTimeNote } : { availability: null, leadTimeNote: null }
}

export function buyersLabel(label: string, { showListPrices }: Shown): string {
  return showListPrices ? label : labelWithoutPercent(label)
}

/**
 * Without list prices, only the customer's own prices have figures: the one that applies, and those that were agreed.
 */
function buyersCandidates(candidates: readonly Candidate[], shown: Shown): BuyersCandidate[] | null {
  if (!shown.showCandidates) return null
  if (shown.showListPrices) return [...candidates]
  return candidates
    .filter(({ source, applied }) => source !== 'list' || applied)
    .map((candidate) => ({
      ...candidate,
      label: labelWithoutPercent(candidate.label),
      unit: candidate.applied || candidate.source === 'agreed' ? candidate.unit : null,
      discountBp: null,
    }))
}

/** A product at the price of a quantity, or of the smallest that can be ordered. */
export function buyersProduct(
  product: ListedProduct,
  terms: TermsOfCustomer | null,
  { qty: asked, at, shown, ahead }: { qty: number | 'minimum'; at: Date; shown: Shown; ahead: Ahead | null },
): { product: BuyersProduct; candidates: BuyersCandidate[] | null } {
  const stored = parseDocument<Stored>(product)
  const own = terms && termsOfProduct(product, terms)
  const listPrice = listPriceOf(product)
  const qty = asked === 'minimum' ? smallestQuantity(stored) : asked
  const { price, candidates } = evaluatePrice(listPrice, own, qty, at)
  const { unit } = price
  const breaks = own ? quantityBreaks(listPrice, own, at, { unit, qty }) : []
  const larger = breaks.map(({ minQty }) => quantityFrom(minQty, stored))
  const [next, ...nextOfLarger] = coming(ahead, { id: stored.id, listPrice, terms: own }, [qty, ...larger])
  const fields = Object.fromEntries(SHOWN.map((field) => [field, stored[field]])) as ProductFields
  return {
    product: {
      ...fields,
      ...buyersAvailability(stored, shown),
      price: buyersPrice(price, shown),
      ...next,
      breaks: breaks.map((larger, i) => ({ ...larger, ...nextOfLarger[i] })),
    },
    candidates: buyersCandidates(candidates, shown),
  }
}

const DAY_MS = 86_400_000

/** What is scheduled for some products within the days that buyers are told ahead. */
export type Ahead = { now: Date; until: Date; scheduled: ScheduledPrices }

/** A field that is left out where the wholesaler tells no coming prices. */
export type WithComing = { coming?: ComingPrice | null }

/** The last moment of which buyers are told the price. */
export function toldUntil(now: Date, { comingDays }: Pick<PortalSettings, 'comingDays'>): Date {
  return new Date(now.getTime() + comingDays * DAY_MS)
}

/** Null where the wholesaler tells no coming prices. */
export async function lookAhead(
  context: WorkspaceContext,
  shown: Pick<PortalSettings, 'comingDays'>,
  productIds: readonly string[],
): Promise<Ahead | null> {
  if (shown.comingDays === 0) return null
  const now = context.clock()
  const until = toldUntil(now, shown)
  return { now, until, scheduled: await scheduledPrices(context, { productIds, until }) }
}

/**
 * For each of some quantities of a product, which ascend, the coming price as a field of an answer; no field where
 * nothing is told ahead.
 */
export function coming(
  ahead: Ahead | null,
  { id, ...priced }: { id: string; listPrice: number | null; terms: CustomerTerms | null },
  quantities: readonly number[],
): WithComing[] {
  if (!ahead) return quantities.map(() => ({}))
  const scheduled = ahead.scheduled.get(id) ?? []
  return comingPrices({ ...priced, scheduled }, quantities, ahead).map((coming) => ({ coming }))
}

/**
 * SQL: the last times at which time alone changed what the pages show: a term of prices started or ended, or a term or a scheduled price comes within the days that buyers are told ahead.
 */
export function shownChangedAt(workspaceId: RawBuilder<string>, at: Date): RawBuilder<string> {
  const until = sql<Date>`(${at}::timestamptz + s.coming_days * interval '24 hours')`
  return sql`concat_ws(' ', ${termsChangedAt(workspaceId, at)}, (
    select greatest(${termsChangedAt(workspaceId, until)}, ${lastScheduled(workspaceId, until)})
    from (select coming_days from portal_settings where workspace_id = ${workspaceId} and coming_days > 0 offset 0) s))`
}

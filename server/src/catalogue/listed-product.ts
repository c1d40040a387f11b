import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isoTime } from '../lib/iso-time.ts'
import { termsOn } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import type { Price } from '../database/column-values.ts'
import type { RawJson, Unpacked } from '../database/paging/index.ts'

/**
 * Columns of a product, `p`, for an answer with its list price. `document` is stored raw JSON: all fields of the
 * product except the price and the time of the last update, because a price change updates those.
 */
const AT_LIST_PRICE = {
  document: sql`p.document`,
  updatedAt: sql`timezone('UTC', p.updated_at)`,
  listPrice: sql`p.list_price`,
}

/** The same for the price of a customer, which also depends on brand and category. */
const FOR_CUSTOMER = { ...AT_LIST_PRICE, brandId: sql`p.brand_id`, categoryId: sql`p.category_id` }

/** Commit time of the last change, to the microsecond. Only for lists that are sorted by change. */
const CHANGED_AT = { changedAt: sql`p.changed_at` }

export type ProductColumn = keyof typeof FOR_CUSTOMER | keyof typeof CHANGED_AT
/** Without a customer, brand and category are missing. `changedAt` is there only in lists sorted by change. */
export type ListedProduct = Unpacked<ProductColumn>

export function productColumns({
  forCustomer,
  byChange = false,
}: {
  forCustomer: boolean
  byChange?: boolean
}): Record<ProductColumn, RawBuilder<unknown>> {
  const columns = { ...(forCustomer ? FOR_CUSTOMER : AT_LIST_PRICE), ...(byChange && CHANGED_AT) }
  return columns as Record<ProductColumn, RawBuilder<unknown>>
}

/** A document starts with the id of the product. */
const ID_START = '{"id":"'.length
const ID_END = ID_START + 36

export function idOf({ document }: ListedProduct): string {
  return document.slice(ID_START, ID_END)
}

/** The stored document as an object. */
export function parseDocument<T>({ document }: ListedProduct): T {
  return JSON.parse(document) as T
}

/** Minor units. Null if the product has no price. */
export function listPriceOf({ listPrice }: ListedProduct): number | null {
  return listPrice === '' ? null : Number(listPrice)
}

/** The quantity and the time that prices are for. */
export type Pricing = { qty: number; at: Date }

/** The raw JSON of a product: its document, then time and price, then the fields of `more`. */
export function productJson(
  product: ListedProduct,
  terms: TermsOfCustomer | null,
  { qty, at }: Pricing,
  more?: object,
): RawJson {
  const { document, updatedAt } = product
  const price = priceJson(priceOf(listPriceOf(product), terms && termsOfProduct(product, terms), qty, at))
  const rest = more ? `,${JSON.stringify(more).slice(1)}` : '}'
  return `${document.slice(0, -1)},"updatedAt":"${isoTime(updatedAt)}","price":${price}${rest}`
}

/** The terms of a customer that apply to the product. */
export function termsOfProduct(product: ListedProduct, terms: TermsOfCustomer) {
  const { brandId, categoryId } = product
  return termsOn({ id: idOf(product), brandId: brandId || null, categoryId: categoryId || null }, terms)
}

/** Written by hand, which takes a fifth of the time of JSON.stringify. A page has fifty prices. */
function priceJson({ unit, line, list, discountBp, source, label }: Price): string {
  const explained = label === '' ? '""' : JSON.stringify(label)
  return `{"unit":${unit},"line":${line},"list":${list},"discountBp":${discountBp},"source":"${source}","label":${explained}}`
}

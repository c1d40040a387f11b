import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isoTime } from '../iso-time.ts'
import { termsOn } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import type { Price } from '../database/column-values.ts'
import type { RawJson, Unpacked } from '../reading/index.ts'

/**
 * What is read of a product, `p`, to write it into an answer at its list price. The document is the JSON that the
 * database keeps of it: all but its price and the time of its last update, which a price change touches.
 */
const AT_LIST_PRICE = {
  document: sql`p.document`,
  updatedAt: sql`timezone('UTC', p.updated_at)`,
  listPrice: sql`p.list_price`,
}

/** The same at a customer's price, which also follows from its brand and category. */
const FOR_CUSTOMER = { ...AT_LIST_PRICE, brandId: sql`p.brand_id`, categoryId: sql`p.category_id` }

/** When its last change was committed, to the microsecond, where `p` is of a list of changes. */
const CHANGED_AT = { changedAt: sql`p.changed_at` }

export type ProductColumn = keyof typeof FOR_CUSTOMER | keyof typeof CHANGED_AT
/** Without a customer, brand and category are missing; `changedAt` in all lists but those of changes. */
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

/** A document begins with the product's id. */
const ID_START = '{"id":"'.length
const ID_END = ID_START + 36

export function idOf({ document }: ListedProduct): string {
  return document.slice(ID_START, ID_END)
}

/** All that the database keeps of the product. */
export function parseDocument<T>({ document }: ListedProduct): T {
  return JSON.parse(document) as T
}

/** Minor units; null while the product has no price. */
export function listPriceOf({ listPrice }: ListedProduct): number | null {
  return listPrice === '' ? null : Number(listPrice)
}

/** How many are priced, and when. */
export type Pricing = { qty: number; at: Date }

/** The product's JSON, whole: the document, then what it lacks, and what else is to be told. */
export function writeProduct(
  product: ListedProduct,
  terms: TermsOfCustomer | null,
  { qty, at }: Pricing,
  more?: object,
): RawJson {
  const { document, updatedAt } = product
  const price = writePrice(priceOf(listPriceOf(product), terms && termsOfProduct(product, terms), qty, at))
  const rest = more ? `,${JSON.stringify(more).slice(1)}` : '}'
  return `${document.slice(0, -1)},"updatedAt":"${isoTime(updatedAt)}","price":${price}${rest}`
}

/** What of a customer's terms concerns the product. */
export function termsOfProduct(product: ListedProduct, terms: TermsOfCustomer) {
  const { brandId, categoryId } = product
  return termsOn({ id: idOf(product), brandId: brandId || null, categoryId: categoryId || null }, terms)
}

/** By hand, which takes a fifth of the time: a page has fifty of them. */
function writePrice({ unit, line, list, discountBp, source, label }: Price): string {
  const explained = label === '' ? '""' : JSON.stringify(label)
  return `{"unit":${unit},"line":${line},"list":${list},"discountBp":${discountBp},"source":"${source}","label":${explained}}`
}

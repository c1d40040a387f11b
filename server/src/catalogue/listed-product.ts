import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isoTime } from '../lib/local-time.ts'
import { termsOn, customerTerms, visibleTo } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import type { Price } from '../database/column-values.ts'
import { pack, unpack } from '../database/paging/index.ts'
import type { RawJson, Unpacked, Packed } from '../database/paging/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, requestedCustomer, findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { pricedAt, productsAt } from '../pricing/priced-at.ts'
import { replacementSku } from './product-columns.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'

/**
 * Columns of a product, `p`, for an answer with its list price. `document` is stored raw JSON: all fields of the
 * product except the price and the time of the last update, because a price change updates those.
 */
const atListPrice = (workspaceId: string) => ({
  document: sql`p.document`,
  updatedAt: sql`timezone('UTC', p.updated_at)`,
  listPrice: sql`p.list_price`,
  replacedBy: replacementSku(workspaceId),
})

/** Besides, for the price of a customer, which also depends on brand and category. */
const FOR_CUSTOMER = { brandId: sql`p.brand_id`, categoryId: sql`p.category_id` }

/** Commit time of the last change, to the microsecond. Only for lists that are sorted by change. */
const CHANGED_AT = { changedAt: sql`p.changed_at` }

export type ProductColumn = keyof ReturnType<typeof atListPrice> | keyof typeof FOR_CUSTOMER | keyof typeof CHANGED_AT
/** Without a customer, brand and category are missing. `changedAt` is there only in lists sorted by change. */
export type ListedProduct = Unpacked<ProductColumn>

export function productColumns(
  workspaceId: string,
  { forCustomer, byChange = false }: { forCustomer: boolean; byChange?: boolean },
): Record<ProductColumn, RawBuilder<unknown>> {
  const columns = { ...atListPrice(workspaceId), ...(forCustomer && FOR_CUSTOMER), ...(byChange && CHANGED_AT) }
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
type Pricing = { qty: number; at: Date }

/** The raw JSON of a product: its document, then time and price, then the fields of `more`. */
export function productJson(
  product: ListedProduct,
  terms: TermsOfCustomer | null,
  { qty, at }: Pricing,
  more?: object,
): RawJson {
  const { document, updatedAt, replacedBy } = product
  const replacement = replacedBy === '' ? null : JSON.stringify(replacedBy)
  const price = priceJson(priceOf(listPriceOf(product), terms && termsOfProduct(product, terms), qty, at))
  const rest = more ? `,${JSON.stringify(more).slice(1)}` : '}'
  return `${document.slice(0, -1)},"replacedBy":${replacement},"updatedAt":"${isoTime(updatedAt)}","price":${price}${rest}`
}

export function termsOfProduct(product: ListedProduct, terms: TermsOfCustomer) {
  const { brandId, categoryId } = product
  return termsOn({ id: idOf(product), brandId: brandId || null, categoryId: categoryId || null }, terms)
}

/** Written by hand, which takes a fifth of the time of JSON.stringify. A page has fifty prices. */
function priceJson({ unit, line, list, discountBp, source, label }: Price): string {
  const explained = label === '' ? '""' : JSON.stringify(label)
  return `{"unit":${unit},"line":${line},"list":${list},"discountBp":${discountBp},"source":"${source}","label":${explained}}`
}

/** One product, with the terms that its price for one customer depends on. */
export type ProductForCustomer = {
  product: ListedProduct
  /** Names. */
  brand: string | null
  category: string | null
  /** Null if the caller named no customer, or none was found. */
  customer: CustomerRef | null
  /** True if that customer can see the product. */
  visible: boolean
  terms: TermsOfCustomer | null
}

/** What is needed of a product besides what its price follows from. */
const KEPT = ['id', 'document', 'updated_at', 'replaced_by', 'visible']

/**
 * The product with this id (a UUID) or SKU, with the terms of the customer; undefined if there is none. With a time:
 * its list price, brand and category, and the terms, of that time. Throws InvalidInput where these are not known.
 */
export async function productForCustomer(
  context: WorkspaceContext,
  named: { id: string } | { sku: string },
  { customer, at: time }: { customer: string | undefined; at?: Date | undefined },
): Promise<ProductForCustomer | undefined> {
  const { db, workspaceId } = context
  const at = await pricedAt(context, time, { withTerms: customer !== undefined })
  const columns = productColumns(workspaceId, { forCustomer: true })
  const isNamed = 'id' in named ? sql`p.id = ${named.id}::uuid` : sql`p.sku_key = ${matchingKey(named.sku)}`
  const terms = customerTerms(workspaceId, CUSTOMER_ID, sql`page`, at?.isPast ? at.at : undefined)
  const ours = sql`select p.*, ${visibleTo(workspaceId, CUSTOMER_ID)} as visible from product p
    where p.workspace_id = ${workspaceId} and ${isNamed} limit 1`
  const { rows } = await sql<Packed<ProductColumn> & Omit<ProductForCustomer, 'product'>>`
    with ${requestedCustomer(workspaceId, customer)},
    page as materialized (${at ? productsAt(workspaceId, at, { rows: ours, columns: KEPT }) : ours})
    select packed.*,
      (select name from brand where workspace_id = ${workspaceId} and id = page.brand_id) as brand,
      (select name from category where workspace_id = ${workspaceId} and id = page.category_id) as category,
      visible,
      (select json_build_object('id', id, 'accountCode', account_code, 'name', name) from requested_customer) as customer,
      case when ${CUSTOMER_ID} is not null then ${terms} end as terms
    from page, (select ${pack(columns)} from page p) packed`.execute(db)
  const [row] = rows
  return row && { ...row, product: unpack<ProductColumn>(columns, row)[0]! }
}

/**
 * One product as raw JSON, with its price at a quantity and the names of its brand and category.
 * Throws NotFound, also if the customer cannot see the product, and InvalidInput for a time whose prices are not known.
 */
export async function readProduct(
  context: WorkspaceContext,
  { id, customer, qty, at }: { id: string; customer?: string | undefined; qty: number; at?: Date | undefined },
): Promise<RawJson> {
  const found = isUuid(id) ? await productForCustomer(context, { id }, { customer, at }) : undefined
  if (found && (customer === undefined || (found.customer && found.visible))) {
    const { product, terms, brand, category } = found
    return productJson(product, terms, { qty, at: at ?? context.clock() }, { brand, category })
  }
  if (customer !== undefined) await findCustomer(context, customer)
  throw new NotFound(`There is no product with the id ${quoted(id)}.`, found ? 'hidden_product' : 'unknown_product')
}

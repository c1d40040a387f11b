import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, customerNamed } from '../customers/find-customer.ts'
import { customerTerms, termsOn } from '../pricing/customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import type { Price } from '../pricing/evaluate-price.ts'

/** A product as it is written into an answer, and what its price follows from. */
export type ProductRow = PricedProduct & {
  /** The JSON that the database keeps of the product: all but its price and the time of its last update. */
  document: string
  updated_at: Date
  /** Minor units; null while the product has no price. */
  list_price: number | null
}

/** The columns of a ProductRow, of `product as p`. */
export const PRODUCT_ROW = sql`p.id, p.brand_id, p.category_id, p.document, p.updated_at, p.list_price`

export type PricedRows<Row> = { rows: Row[]; terms: TermsOfCustomer | null }

/**
 * Reads products with the terms of a customer, by id or account code, in one statement; without one, with no terms.
 * The CTEs come first; `page` is a query for the products, which can refer to them and to CUSTOMER_ID.
 */
export async function readPriced<Row extends ProductRow>(
  { db, workspaceId }: WorkspaceContext,
  customer: string | undefined,
  {
    ctes = [],
    page,
    order = sql``,
  }: { ctes?: RawBuilder<unknown>[]; page: RawBuilder<unknown>; order?: RawBuilder<unknown> },
): Promise<PricedRows<Row>> {
  const asked = customer === undefined ? [] : [customerNamed(workspaceId, customer)]
  const terms = customer === undefined ? sql`null` : customerTerms(workspaceId, CUSTOMER_ID, sql`page`)
  const { rows } = await sql<Row & { terms: TermsOfCustomer | null }>`
    with ${sql.join([...asked, ...ctes, sql`page as materialized (${page})`])}
    -- The terms are told once, beside the first row.
    select page.*, case when row_number() over (${order}) = 1 then ${terms} end as terms
    from page ${order}`.execute(db)
  return { rows, terms: rows[0]?.terms ?? null }
}

/** How many are priced, and when. */
export type Pricing = { qty: number; at: Date }

/** The product's JSON, whole: the document, then what it lacks, and what else is to be told. */
export function writeProduct(
  row: ProductRow,
  terms: TermsOfCustomer | null,
  { qty, at }: Pricing,
  more: object = {},
): string {
  const price = priceOf(row.list_price, terms && termsOn(row, terms), qty, at)
  const rest = JSON.stringify(more).slice(1)
  const separator = rest === '}' ? '' : ','
  return `${row.document.slice(0, -1)},"updatedAt":"${row.updated_at.toISOString()}","price":${writePrice(price)}${separator}${rest}`
}

/** By hand, which takes a fifth of the time: a page has fifty of them. */
function writePrice({ unit, line, list, discountBp, source, label }: Price): string {
  const explained = label === '' ? '""' : JSON.stringify(label)
  return `{"unit":${unit},"line":${line},"list":${list},"discountBp":${discountBp},"source":"${source}","label":${explained}}`
}

/** True for a product that the customer of that id sees: active, and open to everyone or to this customer. */
export function visibleTo(workspaceId: string, customerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(p.active and (p.visibility = 'all' or exists (
    select from product_access a
    where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = p.id)))`
}

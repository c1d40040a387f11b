import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, customerNamed } from '../customers/find-customer.ts'
import { customerTerms, termsOn } from '../pricing/customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import type { Price } from '../pricing/evaluate-price.ts'

/** A product as it is written into an answer, and what its price follows from. */
export type ListedProduct = PricedProduct & {
  /** The JSON that the database keeps of the product: all but its price and the time of its last update. */
  document: string
  updatedAt: Date
  /** Minor units; null while the product has no price. */
  listPrice: number | null
}

/**
 * A product in one line of text, from `product as p`: its values between unit separators, which JSON has none of. To
 * the driver a value is a value, and a page of fifty products has fifty of these instead of three hundred.
 */
const LINE = sql<string>`concat(p.document, e'\\x1f', date_part('epoch', p.updated_at), e'\\x1f', p.list_price,
  e'\\x1f', p.brand_id, e'\\x1f', p.category_id) as line`

function readLine(line: string): ListedProduct {
  const [document, seconds, listPrice, brandId, categoryId] = line.split('\x1f') as [
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    document,
    id: document.slice(ID_START, ID_START + ID_LENGTH),
    updatedAt: new Date(Math.round(Number(seconds) * 1000)),
    listPrice: listPrice === '' ? null : Number(listPrice),
    brandId: brandId === '' ? null : brandId,
    categoryId: categoryId === '' ? null : categoryId,
  }
}

/** A document begins with the product's id. */
const ID_START = '{"id":"'.length
const ID_LENGTH = 36

/** What to read of a workspace, and how it is priced. */
export type ProductQuery = {
  /** Id or account code of the customer at whose prices; list prices without. */
  customer: string | undefined
  /** CTEs that the rest can refer to. */
  ctes?: RawBuilder<unknown>[]
  /** A query for the products, with all columns; it can refer to CUSTOMER_ID. */
  products: RawBuilder<unknown>
  /** Their order. */
  by: RawBuilder<unknown>
  /** More columns, of `product as p`. */
  columns?: RawBuilder<unknown>
  /** A column that is told once, with the first product or with none. */
  once?: RawBuilder<unknown>
}

export type Found<More = object> = {
  products: (ListedProduct & More)[]
  /** The customer's, as far as these products go; null without a customer. */
  terms: TermsOfCustomer | null
  once: unknown
}

/** What is found where there is nothing to look for. */
export const NOTHING: Found = { products: [], terms: null, once: null }

/** Reads products, and what their prices follow from, in one statement. */
export async function findProducts<More extends object = object>(
  { db, workspaceId }: WorkspaceContext,
  { customer, ctes = [], products, by, columns, once = sql`null` }: ProductQuery,
): Promise<Found<More>> {
  const asked = customer === undefined ? [] : [customerNamed(workspaceId, customer)]
  const terms = customer === undefined ? sql`null` : customerTerms(workspaceId, CUSTOMER_ID, sql`page`)
  const page = sql`page as materialized (
    select p.id, p.brand_id, p.category_id, ${LINE}${columns ? sql`, ${columns}` : sql``}, row_number() over (order by ${by}) as position
    from (${products}) p)`
  const { rows } = await sql<More & { line: string | null; terms: TermsOfCustomer | null; once: unknown }>`
    with ${sql.join([...asked, ...ctes, page])}
    select ${columns ? sql`page.*` : sql`line`}, case when coalesce(position, 1) = 1 then ${terms} end as terms,
      case when coalesce(position, 1) = 1 then ${once} end as once
    from (select) always left join page on true order by position`.execute(db)
  const [first] = rows
  return {
    products: rows.flatMap((row) => (row.line === null ? [] : { ...row, ...readLine(row.line) })),
    terms: first!.terms,
    once: first!.once,
  }
}

/** How many are priced, and when. */
export type Pricing = { qty: number; at: Date }

/** The product's JSON, whole: the document, then what it lacks, and what else is to be told. */
export function writeProduct(
  product: ListedProduct,
  terms: TermsOfCustomer | null,
  { qty, at }: Pricing,
  more: object = {},
): string {
  const { document, updatedAt, listPrice } = product
  const price = writePrice(priceOf(listPrice, terms && termsOn(product, terms), qty, at))
  const rest = JSON.stringify(more).slice(1)
  const separator = rest === '}' ? '' : ','
  return `${document.slice(0, -1)},"updatedAt":"${updatedAt.toISOString()}","price":${price}${separator}${rest}`
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

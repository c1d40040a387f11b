import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { customerTerms, termsOf } from '../pricing/customer-terms.ts'
import type { TermsRow } from '../pricing/customer-terms.ts'
import { priceOf } from '../pricing/evaluate-price.ts'
import type { CustomerTerms } from '../pricing/evaluate-price.ts'

/** A product as it is written into an answer, and what its price follows from. */
export type ProductRow = {
  /** The JSON that the database keeps of the product: all but its price and the time of its last update. */
  document: string
  updated_at: Date
  /** Minor units; null while the product has no price. */
  list_price: number | null
} & Partial<TermsRow>

/** How many are priced, and when. */
export type Pricing = { qty: number; at: Date }

/**
 * The parts of a statement that reads products, as `p`, at a customer's prices: CTEs to put before others, joins and
 * columns. The expression gives the customer's id; null stands for no customer, and list prices.
 */
export function pricedProducts(workspaceId: string, customerId: RawBuilder<unknown> | null) {
  const columns = sql`p.document, p.updated_at, p.list_price`
  if (customerId === null) return { ctes: [], joins: sql``, columns }
  const terms = customerTerms(workspaceId, customerId)
  return { ctes: [terms.rules], joins: terms.joins, columns: sql`${columns}, ${terms.columns}` }
}

/** The row's terms; null where it was read without a customer. */
export function termsIn(row: Partial<TermsRow>): CustomerTerms | null {
  return row.all_bp === undefined ? null : termsOf(row as TermsRow)
}

/** The product's JSON, whole: the document, then what it lacks, and what else is to be told. */
export function writeProduct(row: ProductRow, { qty, at }: Pricing, more: object = {}): string {
  const price = priceOf(row.list_price, termsIn(row), qty, at)
  const rest = JSON.stringify({ updatedAt: row.updated_at, price, ...more })
  return `${row.document.slice(0, -1)},${rest.slice(1)}`
}

/** True for a product that the customer of that id sees: active, and open to everyone or to this customer. */
export function visibleTo(workspaceId: string, customerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(p.active and (p.visibility = 'all' or exists (
    select from product_access a
    where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = p.id)))`
}

/** A `with` clause of those CTEs; nothing where there are none. */
export function withCtes(ctes: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return ctes.length === 0 ? sql`` : sql`with ${sql.join(ctes)}`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID } from '../customers/find-customer.ts'
import { readBytes } from '../database/read-bytes.ts'
import type { BytesRow } from '../database/read-bytes.ts'
import { customerTerms } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { LISTED_COLUMNS, listedProducts, readListed } from './listed-product.ts'
import type { ListedProduct } from './listed-product.ts'

/** What to read of a workspace, and how it is priced. */
export type PageQuery = {
  /** The CTE `asked_customer`, of the customer at whose prices; list prices without. */
  asked?: RawBuilder<unknown> | undefined
  /** CTEs that the rest can refer to. */
  ctes?: RawBuilder<unknown>[]
  /** A query for the products in their order, with all columns; it can refer to CUSTOMER_ID. */
  products: RawBuilder<unknown>
  /** A text that is told once, whatever is found. */
  once?: RawBuilder<string>
}

export type Found = {
  products: ListedProduct[]
  /** The customer's, as far as these products go; null without a customer. */
  terms: TermsOfCustomer | null
  once: string | null
}

/** What is found where there is nothing to look for. */
export const NOTHING: Found = { products: [], terms: null, once: null }

/** Reads a page of products, and what their prices follow from, in one statement. */
export async function findPage({ db, workspaceId }: WorkspaceContext, query: PageQuery): Promise<Found> {
  const [row] = await readBytes(db, statementFor(workspaceId, query))
  return readRow(row!)
}

/** The same for each row of a relation, by the number in its column `place`; the query can refer to its other columns. */
export async function findPages(
  { db, workspaceId }: WorkspaceContext,
  query: PageQuery,
  asked: RawBuilder<unknown>,
): Promise<Map<number, Found>> {
  const page = statementFor(workspaceId, query)
  const rows = await readBytes(db, sql`select asked.place, page.* from ${asked} cross join lateral (${page}) page`)
  return new Map(rows.map(([place, ...row]) => [Number(place), readRow(row)]))
}

function readRow(row: BytesRow): Found {
  const [terms, once] = row.slice(LISTED_COLUMNS)
  return {
    products: readListed(row),
    terms: terms ? JSON.parse(String(terms)) : null,
    once: once ? String(once) : null,
  }
}

function statementFor(workspaceId: string, { asked, ctes = [], products, once }: PageQuery): RawBuilder<unknown> {
  if (asked === undefined && once === undefined) return listedProducts(sql`(${products})`, { withGroups: false })
  const terms = asked === undefined ? sql`null` : customerTerms(workspaceId, CUSTOMER_ID, sql`page`)
  return sql`
    with ${sql.join([...(asked ? [asked] : []), ...ctes, sql`page as materialized (${products})`])}
    select listed.*, (${terms})::text, (${once ?? sql`null`})::text
    from (${listedProducts(sql`page`, { withGroups: asked !== undefined })}) listed`
}

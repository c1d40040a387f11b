import { sql } from 'kysely'
import { conditionsOf, requireNamed } from '../../catalogue/list-products.ts'
import { indexEntriesInSlices } from '../../catalogue/products-in-slices.ts'
import { visibleTo } from '../../pricing/visible-to.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { priceListDay } from './price-list-day.ts'
import type { PriceListChoice } from './price-list-day.ts'
import type { PriceListFilter } from './price-list-rows.ts'

/** A PDF with more pages is not read: its pages ask for a filter first. */
export const MAX_PAGES = 50
const PRODUCTS_OF_PAGE = 50
/** Each picture takes some milliseconds. */
const MAX_PICTURED = 500

type Size = { products: number; pages: number; maxPages: number; mayHavePictures: boolean }

/**
 * How many products the price list has, and about how many pages it takes as a PDF. Throws as the list does, so that
 * what is wrong is said before a file is made.
 */
export async function priceListSize(
  context: CustomerContext,
  { date, ...filter }: Pick<PriceListChoice, 'brand' | 'category' | 'date'>,
): Promise<Size> {
  await requireNamed(context, { ...filter, customer: context.customerId })
  await priceListDay(context, date)
  return countPriceList(context, filter)
}

/** It is counted in slices: in between, others are served. */
export async function countPriceList(context: CustomerContext, filter: PriceListFilter): Promise<Size> {
  const { db, workspaceId, customerId } = context
  const conditions = [...conditionsOf(workspaceId, filter), visibleTo(workspaceId, sql`${customerId}::uuid`)]
  let products = 0
  for await (const slice of indexEntriesInSlices(context, filter)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${slice} p where ${sql.join(conditions, sql` and `)}`.execute(db)
    products += rows[0]!.count
  }
  const pages = Math.ceil(products / PRODUCTS_OF_PAGE)
  return { products, pages, maxPages: MAX_PAGES, mayHavePictures: products <= MAX_PICTURED }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { withCustomPlans } from '../database/custom-plans.ts'
import { rowset } from '../database/rowset.ts'
import { inSnapshot } from '../database/transaction.ts'
import type { Row } from '../database/tables.ts'
import type { PriceChangeLine } from './assess-price-change.ts'
import { matchesLine } from './choose-lines.ts'
import type { LineFilter } from './choose-lines.ts'
import { customerTerms, termsOn } from './customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from './customer-terms.ts'
import { priceOf } from './evaluate-price.ts'
import type { PreviewedLine } from './preview-price-change.ts'
import { linesOf, momentOf } from './price-change-basis.ts'
import { readPriceChange } from './price-change-status.ts'

export const LINE_SORTS = ['sku', 'name', 'currentPrice', 'newPrice', 'change', 'size'] as const

/** `size` is the change without its sign: the largest change, up or down, is last. */
export type LineSort = (typeof LINE_SORTS)[number]

const SORT_KEY: Record<LineSort, RawBuilder<unknown>> = {
  sku: sql`sku_key`,
  name: sql`name`,
  currentPrice: sql`before`,
  newPrice: sql`after`,
  change: sql`change_bp`,
  size: sql`abs(change_bp)`,
}

export type LinePage = {
  lines: PreviewedLine[]
  /** All lines that match. */
  total: number
}

type LineRow = PriceChangeLine & PricedProduct

/**
 * A page of the lines that match, with their number. Lines without a comparable price come last. With a customer, each line
 * has the prices of one unit for it before and after. Throws NotFound for the change or the customer.
 */
export async function listLines(
  context: WorkspaceContext,
  input: LineFilter & {
    id: string
    customer?: string | undefined
    sort: LineSort
    descending: boolean
    limit: number
    offset: number
  },
): Promise<LinePage> {
  return inSnapshot(context, async (trx) => {
    const change = await readPriceChange(trx, input.id)
    const customer = input.customer === undefined ? undefined : await findCustomer(trx, input.customer)
    return withCustomPlans(trx.db, async () => {
      const { rows, total } = await readPage(trx, change, input)
      const lines = rows.map(({ productId, sku, name, currentPrice, newPrice, changeBp }) => {
        return { productId, sku, name, currentPrice, newPrice, changeBp }
      })
      if (!customer || rows.length === 0) return { lines, total }
      const at = momentOf(change, trx.clock())
      const terms = await readTerms(trx, customer.id, rows)
      return { lines: lines.map((line, i) => ({ ...line, ...pricesOf(line, rows[i]!, terms, at) })), total }
    })
  })
}

async function readPage(
  trx: WorkspaceContext,
  change: Row<'price_change'>,
  input: LineFilter & { sort: LineSort; descending: boolean; limit: number; offset: number },
): Promise<{ rows: LineRow[]; total: number }> {
  const { sort, descending, limit, offset } = input
  const order = sql`${SORT_KEY[sort]} ${sql.raw(descending ? 'desc' : 'asc')} nulls last, sku_key`
  const { rows } = await sql<{ rows: LineRow[]; total: number }>`
    with matching as materialized (select * from (${linesOf(trx, change)}) l where ${matchesLine(input)})
    select (select count(*) from matching) as total, (
      select coalesce(json_agg(json_build_object('productId', product_id, 'sku', sku, 'name', name,
        'currentPrice', before, 'newPrice', after, 'changeBp', change_bp,
        'id', product_id, 'brandId', brand_id, 'categoryId', category_id)), '[]')
      from (select * from matching order by ${order} limit ${limit} offset ${offset}) page) as rows`.execute(trx.db)
  return rows[0]!
}

async function readTerms(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
  products: readonly PricedProduct[],
): Promise<TermsOfCustomer> {
  const rows = products.map(({ id, brandId, categoryId }) => ({ id, brand_id: brandId, category_id: categoryId }))
  const terms = customerTerms(workspaceId, sql`${customerId}::uuid`, sql`page`)
  const { rows: found } = await sql<{ terms: TermsOfCustomer }>`
    with page as (select * from ${rowset(rows, 'id uuid, brand_id uuid, category_id uuid')})
    select ${terms} as terms`.execute(db)
  return found[0]!.terms
}

function pricesOf(
  { currentPrice, newPrice }: PriceChangeLine,
  product: PricedProduct,
  terms: TermsOfCustomer,
  at: Date,
) {
  const onProduct = termsOn(product, terms)
  const unit = (listPrice: number | null) => priceOf(listPrice, onProduct, 1, at).unit
  return { customerBefore: unit(currentPrice), customerAfter: unit(newPrice) }
}

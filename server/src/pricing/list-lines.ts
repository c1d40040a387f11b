import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { withCustomPlans } from '../database/custom-plans.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { inSnapshot } from '../database/transaction.ts'
import type { Row } from '../database/tables.ts'
import type { PriceChangeLine } from './assess-price-change.ts'
import { customerTerms, termsOn } from './customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from './customer-terms.ts'
import { priceOf } from './evaluate-price.ts'
import { lineOrder } from './line-order.ts'
import type { SortedFilter } from './line-order.ts'
import type { PreviewedLine } from './preview-price-change.ts'
import { linesOf, momentOf } from './price-change-basis.ts'
import { readPriceChange } from './price-change-status.ts'

export type LinePage = {
  lines: PreviewedLine[]
  /** All lines that match. */
  total: number
}

type LineRow = PriceChangeLine & PricedProduct

/**
 * A page of the lines that match, with their number. With a customer, each line has the prices of one unit for it before and after. Throws NotFound for the change or the customer.
 */
export async function listLines(
  context: WorkspaceContext,
  input: SortedFilter & { id: string; customer?: string | undefined; limit: number; offset: number },
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
  input: SortedFilter & { limit: number; offset: number },
): Promise<{ rows: LineRow[]; total: number }> {
  const { total, page } = await lineOrder(trx, change, input)
  const ids = page(input.offset, input.limit)
  if (ids.length === 0) return { rows: [], total }
  const { rows } = await sql<LineRow>`
    select l.product_id as "productId", l.sku, l.name, l.before as "currentPrice", l.after as "newPrice",
      l.change_bp as "changeBp", l.product_id as id, l.brand_id as "brandId", l.category_id as "categoryId"
    from unnest(${textArray(ids)}) with ordinality as asked(id, position)
    join (${linesOf(trx, change)}) l on l.product_id = asked.id::uuid
    order by asked.position`.execute(trx.db)
  return { rows, total }
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

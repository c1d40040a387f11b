import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import type { Row } from '../../database/tables.ts'
import type { PriceChangeLine } from './impact-of-change.ts'
import { atOneState } from '../../database/paging/index.ts'
import { readTerms, termsOn } from '../customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from '../customer-terms.ts'
import { priceOf } from '../evaluate-price.ts'
import { lineOrder } from './line-order.ts'
import type { SortedFilter } from './line-order.ts'
import { linesOfProducts, momentOf, productsByIds } from './price-change-basis.ts'
import { readPriceChange } from './price-change-status.ts'

type LineRow = PriceChangeLine & PricedProduct

/**
 * A page of the lines that match, with their number. With a customer, each line has the prices of one unit for it
 * before and after. Throws NotFound for the change or the customer.
 */
export async function listLines(
  context: WorkspaceContext,
  input: SortedFilter & { id: string; customer?: string | undefined; limit: number; offset: number },
) {
  const { result } = await atOneState(context, async () => {
    const change = await readPriceChange(context, input.id)
    const customer = input.customer === undefined ? undefined : await findCustomer(context, input.customer)
    const order = await lineOrder(context, change, input)
    const rows = await readRows(context, change, order.page(input.offset, input.limit))
    const at = momentOf(change, context.clock())
    const terms = customer && rows.length > 0 ? await readTerms(context, customer.id, rows) : null
    const lines = rows.map((row) => {
      const { productId, sku, name, currentPrice, newPrice, changeBp } = row
      const line = { productId, sku, name, currentPrice, newPrice, changeBp }
      return terms ? { ...line, ...pricesOf(line, row, terms, at) } : line
    })
    return { lines, total: order.total }
  })
  return result
}

async function readRows(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  ids: readonly string[],
): Promise<LineRow[]> {
  if (ids.length === 0) return []
  const { db, workspaceId } = context
  const products = productsByIds(workspaceId, ids)
  const { rows } = await sql<LineRow>`
    select l.product_id as "productId", l.sku, l.name, l.before as "currentPrice", l.after as "newPrice",
      l.change_bp as "changeBp", l.product_id as id, l.brand_id as "brandId", l.category_id as "categoryId"
    from (${linesOfProducts(context, change, products)}) l`.execute(db)
  return rows
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

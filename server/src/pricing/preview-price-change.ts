import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { withCustomPlans } from '../database/custom-plans.ts'
import { inSnapshot } from '../database/transaction.ts'
import type { Row } from '../database/tables.ts'
import { customerTerms, termsOn } from './customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from './customer-terms.ts'
import { priceOf } from './evaluate-price.ts'
import { shapePriceChange } from './list-price-changes.ts'
import type { PriceChange } from './list-price-changes.ts'
import { readPriceChange } from './price-change-status.ts'
import type { Assessment, PriceChangeLine } from './assess-price-change.ts'
import { cachedAssessment } from './cached-assessments.ts'
import { linesOf, momentOf } from './price-change-basis.ts'

/** A line of a preview. For a customer, it has the prices of one unit before and after, in minor units. */
export type PreviewedLine = PriceChangeLine & {
  customerBefore?: number | null
  customerAfter?: number | null
}

export type PriceChangePreview = PriceChange & Assessment & { lines: PreviewedLine[] }

/**
 * The effect of a price change, with a page of its lines, sorted by SKU.
 * Throws NotFound for the change or the customer.
 */
export async function previewPriceChange(
  context: WorkspaceContext,
  input: { id: string; customer?: string | undefined; limit: number; offset: number },
): Promise<PriceChangePreview> {
  const { runQueued = (work) => work() } = context
  return runQueued(() => inSnapshot(context, (trx) => preview(trx, input)))
}

async function preview(
  trx: WorkspaceContext,
  input: { id: string; customer?: string | undefined; limit: number; offset: number },
): Promise<PriceChangePreview> {
  const change = await readPriceChange(trx, input.id)
  const customerId = input.customer === undefined ? null : (await findCustomer(trx, input.customer)).id
  const at = momentOf(change, trx.clock())
  return withCustomPlans(trx.db, async () => ({
    ...shapePriceChange(change),
    ...(await cachedAssessment(trx, change, at)),
    lines: await pageOfLines(trx, change, { ...input, customerId, at }),
  }))
}

type LineRow = PriceChangeLine & PricedProduct

/** Selects the lines of the page first, and reads the terms of the customer only for those. */
async function pageOfLines(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  { customerId, at, limit, offset }: { customerId: string | null; at: Date; limit: number; offset: number },
): Promise<PreviewedLine[]> {
  const { db, workspaceId } = context
  const terms = customerId === null ? sql`null` : customerTerms(workspaceId, sql`${customerId}::uuid`, sql`page`)
  const { rows } = await sql<LineRow & { terms: TermsOfCustomer | null }>`
    with page as materialized (
      select l.*, l.product_id as id from (${linesOf(context, change)}) l
      order by l.sku_key limit ${limit} offset ${offset})
    select id, brand_id as "brandId", category_id as "categoryId", product_id as "productId", sku, name, before as "currentPrice",
      after as "newPrice", change_bp as "changeBp",
      case when row_number() over (order by sku_key) = 1 then ${terms} end as terms
    from page order by sku_key`.execute(db)
  const found = rows[0]?.terms ?? null
  return rows.map((row) => {
    const { productId, sku, name, currentPrice, newPrice, changeBp } = row
    const line = { productId, sku, name, currentPrice, newPrice, changeBp }
    if (found === null) return line
    const onProduct = termsOn(row, found)
    const unit = (listPrice: number | null) => priceOf(listPrice, onProduct, 1, at).unit
    return { ...line, customerBefore: unit(line.currentPrice), customerAfter: unit(line.newPrice) }
  })
}

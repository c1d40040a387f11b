import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { inSnapshot } from '../database/transaction.ts'
import type { Row } from '../database/tables.ts'
import { customerTerms, termsOf } from './customer-terms.ts'
import type { TermsRow } from './customer-terms.ts'
import { priceOf } from './evaluate-price.ts'
import { shapePriceChange } from './list-price-changes.ts'
import type { PriceChange } from './list-price-changes.ts'
import { readPriceChange } from './price-change-status.ts'
import { assessPriceChange } from './assess-price-change.ts'
import type { PriceChangeLine, PriceChangeSummary } from './assess-price-change.ts'
import { linesOf, momentOf } from './price-change-basis.ts'

/** A line of a preview; for a customer, with what that customer pays for one before and after, in minor units. */
export type PreviewedLine = PriceChangeLine & {
  customerBefore?: number | null
  customerAfter?: number | null
}

export type PriceChangePreview = PriceChange & {
  fingerprint: string
  summary: PriceChangeSummary
  lines: PreviewedLine[]
}

/**
 * What a price change does, or did, with a page of its lines in the order of their SKUs.
 * Throws NotFound for the change or the customer.
 */
export async function previewPriceChange(
  context: WorkspaceContext,
  input: { id: string; customer?: string | undefined; limit: number; offset: number },
): Promise<PriceChangePreview> {
  return inSnapshot(context, async (trx) => {
    const change = await readPriceChange(trx, input.id)
    const customerId = input.customer === undefined ? null : (await findCustomer(trx, input.customer)).id
    const at = momentOf(change, trx.clock())
    // Compiling the statement would take longer than running it does.
    await sql`set local jit = off`.execute(trx.db)
    return {
      ...shapePriceChange(change),
      ...(await assessPriceChange(trx, change, at)),
      lines: await pageOfLines(trx, change, { ...input, customerId, at }),
    }
  })
}

/** Which lines are on the page is settled first; only for those are the customer's terms looked up. */
async function pageOfLines(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  { customerId, at, limit, offset }: { customerId: string | null; at: Date; limit: number; offset: number },
): Promise<PreviewedLine[]> {
  const { db, workspaceId } = context
  const terms = customerId === null ? null : customerTerms(workspaceId, sql`${customerId}::uuid`)
  const { rows } = await sql<PriceChangeLine & TermsRow>`
    ${terms ? sql`with ${terms.rules}` : sql``}
    select p.product_id as "productId", p.sku, p.name, p.before as "currentPrice", p.after as "newPrice",
      p.change_bp as "changeBp" ${terms ? sql`, ${terms.columns}` : sql``}
    from (
      select l.*, l.product_id as id from (${linesOf(context, change)}) l
      order by l.sku_key limit ${limit} offset ${offset}) p
    ${terms?.joins ?? sql``}
    order by p.sku_key`.execute(db)
  return rows.map((row) => {
    const { productId, sku, name, currentPrice, newPrice, changeBp } = row
    const line = { productId, sku, name, currentPrice, newPrice, changeBp }
    if (customerId === null) return line
    const unit = (listPrice: number | null) => priceOf(listPrice, termsOf(row), 1, at).unit
    return { ...line, customerBefore: unit(line.currentPrice), customerAfter: unit(line.newPrice) }
  })
}

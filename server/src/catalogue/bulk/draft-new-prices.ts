import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { applyEdit, lockForEdit } from '../../pricing/price-changes/apply-edit.ts'
import type { DraftEdit } from '../../pricing/price-changes/apply-edit.ts'
import { requireExpected } from '../../pricing/price-changes/choose-lines.ts'
import { startDraft } from '../../pricing/price-changes/price-change-drafts.ts'
import { subjectOf } from '../../pricing/price-changes/price-change-status.ts'
import type { Repricing } from '../../shared/reprice.ts'
import { repriced } from '../../pricing/price-changes/reprice-lines.ts'
import { matchingProducts } from '../search/matching-products.ts'
import type { PricedFilter } from '../search/matching-products.ts'

export type NewPrices = { products: PricedFilter; repricing: Repricing }

/**
 * Sets new prices for all products that match a filter, in a draft that exists or in a new one. Products without a list
 * price, and those whose price stays as it is, get no line. Throws NotFound, InvalidRequest where it is no draft any
 * more, or Conflict where not as many products match as expected.
 */
export async function draftNewPrices(
  context: WorkspaceContext,
  input: NewPrices & { draft: { id: string } | { name: string }; expected: number },
): Promise<{ id: string; edit: DraftEdit }> {
  return inTransaction(context, async (trx) => {
    const isNew = 'name' in input.draft
    const id = 'name' in input.draft ? await startDraft(trx, input.draft.name) : input.draft.id
    const draft = await lockForEdit(trx, id)
    const { matching, target } = await newPrices(trx, input)
    await requireCount(trx, matching, input.expected)
    const edit = await applyEdit(
      trx,
      draft,
      sql`select product_id, to_price from (${target}) t where to_price <> price`,
    )
    const { products, repricing } = input
    const { changed, added, removed } = edit
    await recordActivity(trx, {
      ...(!isNew && edit.id !== null && { id: edit.id }),
      action: isNew ? 'price_change.create' : 'price_change.edit',
      subject: subjectOf(draft),
      changes: { ...(isNew ? { lineCount: added } : { changed, added, removed }), products, repricing },
    })
    return { id: draft.id, edit }
  })
}

/** The products that match, and their new prices beside the old ones. */
async function newPrices(trx: WorkspaceContext, { products, repricing }: NewPrices) {
  const matching = matchingProducts(trx.workspaceId, products)
  const rows = sql`select id as product_id, list_price as price from (${matching}) m`
  return { matching, ...(await repriced(trx, rows, { repricing })) }
}

async function requireCount({ db }: WorkspaceContext, matching: RawBuilder<unknown>, expected: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${matching}) m`.execute(db)
  requireExpected(rows[0]!.count, expected, 'product')
}

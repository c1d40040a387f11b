import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { withCustomPlans } from '../database/custom-plans.ts'
import { inSnapshot } from '../database/transaction.ts'
import type { PriceChangeLine } from './assess-price-change.ts'
import { matchesLine } from './choose-lines.ts'
import type { LineFilter } from './choose-lines.ts'
import { linesOf } from './price-change-basis.ts'
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
  lines: PriceChangeLine[]
  /** All lines that match. */
  total: number
}

/** A page of the lines that match, with their number. Lines without a comparable price come last. Throws NotFound. */
export async function listLines(
  context: WorkspaceContext,
  input: LineFilter & { id: string; sort: LineSort; descending: boolean; limit: number; offset: number },
): Promise<LinePage> {
  const { sort, descending, limit, offset } = input
  return inSnapshot(context, async (trx) => {
    const change = await readPriceChange(trx, input.id)
    const order = sql`${SORT_KEY[sort]} ${sql.raw(descending ? 'desc' : 'asc')} nulls last, sku_key`
    const { rows } = await withCustomPlans(trx.db, () =>
      sql<{ lines: PriceChangeLine[]; total: number }>`
        with matching as materialized (select * from (${linesOf(trx, change)}) l where ${matchesLine(input)})
        select (select count(*) from matching) as total, (
          select coalesce(json_agg(json_build_object('productId', product_id, 'sku', sku, 'name', name,
            'currentPrice', before, 'newPrice', after, 'changeBp', change_bp)), '[]')
          from (select * from matching order by ${order} limit ${limit} offset ${offset}) page) as lines`.execute(
        trx.db,
      ),
    )
    return rows[0]!
  })
}

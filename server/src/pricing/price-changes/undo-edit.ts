import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { markUndone, requireNotUndone } from '../../workspaces/activity/undone.ts'
import { LEFT_TOLD } from '../../workspaces/activity/ways-to-undo.ts'
import type { UndoForecast } from '../../workspaces/activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Row } from '../../database/tables.ts'
import { NotFound } from '../../errors.ts'
import { SLICE_ROWS } from '../../database/paging/index.ts'
import { isUuid } from '../../lib/uuid.ts'
import { lineOf, lockForEdit, recordedEdit, requireEditable } from './apply-edit.ts'
import type { DraftEdit } from './apply-edit.ts'

type EditOfDraft = { id: string; edit: string }

/**
 * Undoes an edit of a draft, by an edit that can be undone in turn. A line that has been changed since is left as it
 * is, and counted in `left`, and so is one of a deleted product. Throws NotFound, or InvalidRequest where it is no
 * draft any more, or undone already.
 */
export async function undoEdit(context: WorkspaceContext, input: EditOfDraft): Promise<DraftEdit & { left: number }> {
  return inTransaction(context, async (trx) => {
    const draft = await lockForEdit(trx, input.id)
    const kept = await findEdit(trx, draft, input.edit)
    const { workspaceId } = trx
    const edit = await recordedEdit(
      trx,
      draft,
      sql`
        select was.product_id, was.from_price as to_price
        from price_change_edit e
        cross join lateral unnest(e.product_ids, e.from_prices, e.to_prices) as was(product_id, from_price, to_price)
        join product p on p.workspace_id = ${workspaceId} and p.id = was.product_id
        left join lateral ${lineOf(workspaceId, draft.id, sql`was.product_id`)} line on true
        where e.workspace_id = ${workspaceId} and e.id = ${input.edit}
          and line.new_price is not distinct from was.to_price`,
      { undone: true },
    )
    if (edit.id !== null) await markUndone(trx, input.edit)
    return { ...edit, left: kept.line_count - edit.changed }
  })
}

/** What `undoEdit` would do. Lines are read in slices. Throws as it does. */
export async function forecastUndoEdit(context: WorkspaceContext, input: EditOfDraft): Promise<UndoForecast> {
  const draft = await requireEditable(context, input.id)
  const { line_count: lines } = await findEdit(context, draft, input.edit)
  const forecast: UndoForecast = { undoes: 0, leaves: 0, examples: [], moves: null }
  for (let from = 1; from <= lines; from += SLICE_ROWS) {
    const slice = (column: 'product_ids' | 'to_prices') =>
      sql`e.${sql.ref(column)}[${sql.lit(from)}:${sql.lit(from + SLICE_ROWS - 1)}]`
    const { rows } = await forecastSlice(
      context,
      draft,
      input.edit,
      sql`unnest(${slice('product_ids')}, ${slice('to_prices')})`,
    )
    const { undoes, leaves, skus } = rows[0]!
    forecast.undoes += Number(undoes)
    forecast.leaves += Number(leaves)
    forecast.examples = [...forecast.examples, ...(skus ?? [])].slice(0, LEFT_TOLD)
  }
  return forecast
}

function forecastSlice(
  { db, workspaceId }: WorkspaceContext,
  draft: Row<'price_change'>,
  editId: string,
  lines: RawBuilder<unknown>,
) {
  return sql<{ undoes: number; leaves: number; skus: string[] | null }>`
    select count(*) filter (where not stays) as undoes, count(*) filter (where stays) as leaves,
      to_json((array_agg(sku) filter (where stays and sku is not null))[:${sql.lit(LEFT_TOLD)}]) as skus
    from (
      select p.sku, p.sku is null or line.new_price is distinct from was.to_price as stays
      from price_change_edit e cross join lateral ${lines} as was(product_id, to_price)
      left join lateral (
        select sku from product
        where workspace_id = ${workspaceId} and id = was.product_id limit 1) p on true
      left join lateral ${lineOf(workspaceId, draft.id, sql`was.product_id`)} line on true
      where e.workspace_id = ${workspaceId} and e.id = ${editId}) l`.execute(db)
}

async function findEdit(context: WorkspaceContext, draft: Row<'price_change'>, id: string) {
  const { db, workspaceId } = context
  const kept = isUuid(id)
    ? await db
        .selectFrom('price_change_edit')
        .select('line_count')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('price_change_id', '=', draft.id)
        .executeTakeFirst()
    : undefined
  if (!kept) throw new NotFound('This edit cannot be undone any more.')
  await requireNotUndone(context, id)
  return kept
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { lineOf, lockForEdit, recordedEdit } from './apply-edit.ts'
import type { DraftEdit } from './apply-edit.ts'

/**
 * Undoes an edit of a draft, by an edit that can be undone in turn. A line that has been changed since is left as it
 * is, and counted in `left`, and so is one of a deleted product. Throws NotFound, or InvalidRequest where it is no
 * draft any more.
 */
export async function undoEdit(
  context: WorkspaceContext,
  input: { id: string; edit: string },
): Promise<DraftEdit & { left: number }> {
  return inTransaction(context, async (trx) => {
    const draft = await lockForEdit(trx, input.id)
    const { workspaceId } = trx
    const kept = isUuid(input.edit) ? await findEdit(trx, draft.id, input.edit) : undefined
    if (!kept) throw new NotFound('This edit cannot be undone any more.')
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
    return { ...edit, left: kept.line_count - edit.changed }
  })
}

async function findEdit({ db, workspaceId }: WorkspaceContext, draftId: string, id: string) {
  return db
    .selectFrom('price_change_edit')
    .select('line_count')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('price_change_id', '=', draftId)
    .executeTakeFirst()
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Row } from '../../database/tables.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { lockForEdit, recordedEdit } from './apply-edit.ts'
import { validateCells } from './validate-cells.ts'
import type { Cell, FoundCell } from './validate-cells.ts'

/** The activity names this many lines of an edit. */
const NAMED_LINES = 20

/**
 * Sets cells of a draft. Each cell is taken or refused by itself, so one bad cell of a paste stops no other. A cell
 * that was sent before, and has its price already, is taken: a call may be repeated when its answer was lost. Throws
 * NotFound, or InvalidRequest where it is no draft any more.
 */
export async function editLines(context: WorkspaceContext, input: { id: string; cells: readonly Cell[] }) {
  return inTransaction(context, async (trx) => {
    const draft = await lockForEdit(trx, input.id)
    const { taken, refused } = validateCells(input.cells, await findCells(trx, draft, input.cells))
    const rows = taken.map(({ productId, to }) => ({ product_id: productId, to_price: to }))
    const target = sql`select product_id, to_price from ${rowset(rows, 'product_id uuid, to_price bigint')}`
    const changed = taken.filter(({ from, to }) => from !== to).slice(0, NAMED_LINES)
    const lines = changed.map(({ sku, from, to }) => ({ sku, from, to }))
    return { ...(await recordedEdit(trx, draft, target, { lines })), taken, refused }
  })
}

/** What each cell names now, in the order of the cells. */
async function findCells(
  { db, workspaceId }: WorkspaceContext,
  draft: Row<'price_change'>,
  cells: readonly Cell[],
): Promise<FoundCell[]> {
  const rows = cells.map((cell, index) => ({
    index,
    product_id: 'productId' in cell ? cell.productId : null,
    sku_key: 'sku' in cell ? matchingKey(cell.sku) : null,
  }))
  const { rows: found } = await sql<FoundCell>`
    select p.id as "productId", p.sku, p.list_price as "listPrice", line.new_price as "newPrice"
    from ${rowset(rows, 'index integer, product_id uuid, sku_key text', 'cell')}
    left join product p on p.workspace_id = ${workspaceId} and p.id = coalesce(cell.product_id, (
      select id from product where workspace_id = ${workspaceId} and sku_key = cell.sku_key))
    left join price_change_line line on line.workspace_id = ${workspaceId} and line.price_change_id = ${draft.id}
      and line.product_id = p.id
    order by cell.index`.execute(db)
  return found
}

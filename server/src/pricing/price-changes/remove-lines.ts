import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockForEdit, recordedEdit } from './apply-edit.ts'
import type { DraftEdit } from './apply-edit.ts'
import { chooseLines } from './choose-lines.ts'
import type { LineChoice } from './choose-lines.ts'

/**
 * Removes the chosen lines of a draft: their list prices stay as they are.
 * Throws NotFound, InvalidRequest where it is no draft any more, or Conflict where another number of lines matches.
 */
export async function removeLines(
  context: WorkspaceContext,
  input: { id: string; lines: LineChoice },
): Promise<DraftEdit> {
  return inTransaction(context, async (trx) => {
    const draft = await lockForEdit(trx, input.id)
    const chosen = await chooseLines(trx, draft, input.lines)
    return recordedEdit(trx, draft, sql`select product_id, null::bigint as to_price from (${chosen}) l`)
  })
}

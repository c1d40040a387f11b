import { sql } from 'kysely'
import { readUndoableEdit } from '../../activity/kept-edits.ts'
import type { UndoneEdit } from '../../activity/kept-edits.ts'
import { nextChangeTime } from '../../activity/product-changes.ts'
import { recordActivity, recordPart } from '../../activity/record-activity.ts'
import { markUndone } from '../../activity/undone.ts'
import type { WorkspaceContext } from '../../context.ts'
import { counted } from '../../rules/counted.ts'
import type { Row } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { hasLostGroup, isChangedSince } from './left-by-undo.ts'
import { writeEditLines } from './write-edit-lines.ts'

/**
 * Gives the products of an edit their old values back, except those that anybody has changed since. Throws NotFound if
 * it is too old, and InvalidRequest if it is undone already.
 */
export async function undoBulkEdit(context: WorkspaceContext, { id }: { id: string }): Promise<UndoneEdit> {
  return inTransaction(context, async (trx) => {
    await lockNames(trx, 'shared')
    const edit = await readUndoableEdit(trx, 'product_edit', id, 'locked')
    const total = await lockProducts(trx, edit.id)
    const left = (await leave(trx, edit, isChangedSince)) + (await leave(trx, edit, hasLostGroup))
    const restored = total - left
    await markUndone(trx, edit.id)
    if (restored === 0) await recordPart(trx)
    else {
      const at = await nextChangeTime(trx, trx.clock())
      await writeEditLines(trx, edit, { value: sql`(l.before -> 'is')`, at })
      await recordActivity(trx, {
        action: 'product.bulk_undo',
        subject: { type: 'product', id: null, label: counted(restored, 'product') },
        changes: {
          [edit.field]: { from: (edit.after as { shown: unknown }).shown, to: 'what it was before' },
          restored,
          left,
        },
      })
    }
    return { restored, left }
  })
}

/** Locks the products of an edit in the order of all writers. Returns the number of its lines. */
async function lockProducts({ db, workspaceId }: WorkspaceContext, editId: string): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    with locked as materialized (
      select p.id from product_edit_line l join product p on p.workspace_id = ${workspaceId} and p.id = l.product_id
      where l.workspace_id = ${workspaceId} and l.edit_id = ${editId} order by p.sku_key for no key update of p)
    select count(*) as lines from product_edit_line
    where workspace_id = ${workspaceId} and edit_id = ${editId} and (select count(*) from locked) >= 0`.execute(db)
  return Number(rows[0]!.lines)
}

/** Forgets the lines to which a condition applies. Returns the number of them. */
async function leave(
  { db, workspaceId }: WorkspaceContext,
  edit: Row<'product_edit'>,
  condition: typeof isChangedSince,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from product_edit_line l where l.workspace_id = ${workspaceId} and l.edit_id = ${edit.id}
      and ${condition(workspaceId, edit)}`.execute(db)
  return Number(numAffectedRows)
}

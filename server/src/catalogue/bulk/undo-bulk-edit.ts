import { sql } from 'kysely'
import { nextChangeTime } from '../../activity/product-changes.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { counted } from '../../rules/counted.ts'
import { withCustomPlans } from '../../database/custom-plans.ts'
import type { Row } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest, NotFound } from '../../errors.ts'
import { isUuid } from '../../uuid.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { writeEditLines } from './write-edit-lines.ts'

export type Undone = {
  /** Products that have their old value again. */
  restored: number
  /** Products that were changed or deleted since, and stay as they are. */
  left: number
}

/**
 * Gives the products of an edit their old values back, except those that anybody has changed since. Throws NotFound if
 * it is too old, and InvalidRequest if it is undone already.
 */
export async function undoBulkEdit(context: WorkspaceContext, { id }: { id: string }): Promise<Undone> {
  return inTransaction(context, async (trx) => {
    await lockNames(trx, 'shared')
    const edit = await lockEdit(trx, id)
    const { total, left } = await withCustomPlans(trx.db, async () => {
      const total = await lockProducts(trx, edit.id)
      return { total, left: (await leaveChanged(trx, edit)) + (await leaveWithoutGroup(trx, edit)) }
    })
    const restored = total - left
    await markUndone(trx, edit.id)
    if (restored > 0) {
      const at = await nextChangeTime(trx, trx.clock())
      await writeEditLines(trx, edit, { value: sql`(l.before -> 'is')`, at })
      await recordActivity(trx, {
        action: 'product.bulk_undo',
        subject: { type: 'product', id: null, label: counted(restored, 'product') },
        changes: {
          [edit.field]: { from: (edit.after as { shown: unknown }).shown, to: 'as before' },
          restored,
          left,
        },
      })
    }
    return { restored, left }
  })
}

async function lockEdit({ db, workspaceId }: WorkspaceContext, id: string): Promise<Row<'product_edit'>> {
  const edit = isUuid(id)
    ? await db
        .selectFrom('product_edit')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!edit) throw new NotFound('There is no product change of that id that can still be undone.')
  if (edit.undone_at) throw new InvalidRequest('This is undone already.')
  return edit
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

/** Forgets the lines of products that were changed or deleted since. Returns the number of them. */
async function leaveChanged({ db, workspaceId }: WorkspaceContext, edit: Row<'product_edit'>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from product_edit_line l where l.workspace_id = ${workspaceId} and l.edit_id = ${edit.id} and not exists (
      select from product_change c
      join product_edit e on e.workspace_id = ${workspaceId} and e.id = ${edit.id}
      where c.workspace_id = ${workspaceId} and c.product_id = l.product_id and c.changed_at = e.changed_at)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** The same for those whose old brand or category was merged into another one. */
async function leaveWithoutGroup({ db, workspaceId }: WorkspaceContext, { id, field }: Row<'product_edit'>) {
  if (field !== 'brand' && field !== 'category') return 0
  const { numAffectedRows = 0n } = await sql`
    delete from product_edit_line l where l.workspace_id = ${workspaceId} and l.edit_id = ${id}
      and l.before ->> 'is' is not null and not exists (
        select from ${sql.table(field)} g where g.workspace_id = ${workspaceId} and g.id = (l.before ->> 'is')::uuid)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

async function markUndone({ db, workspaceId, clock }: WorkspaceContext, id: string): Promise<void> {
  await db
    .updateTable('product_edit')
    .set({ undone_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

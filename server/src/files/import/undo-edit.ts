import { sql } from 'kysely'
import { readUndoableEdit } from '../../workspaces/activity/kept-edits.ts'
import { recordActivity, recordPart } from '../../workspaces/activity/record-activity.ts'
import { markUndone } from '../../workspaces/activity/undone.ts'
import type { UndoForecast } from '../../workspaces/activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { atOneState, slices } from '../../database/paging/index.ts'
import { counted } from '../../shared/counted.ts'
import type { UndoKind, UndoneChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { lockEditedProducts, productField } from './products/undo-product-field.ts'
import { UndoForecastSum } from './undo-forecast.ts'
import { undoChanges } from './undo-import.ts'

type Edit = Row<'record_edit'>

export type UndoneEdit = {
  /** Records that are as before; those that the edit added are gone. */
  restored: number
  /** Records that were changed or deleted since, and stay as they are. */
  left: number
}

const WORDS: Record<Edit['kind'], { thing: string; action: string }> = {
  products: { thing: 'product', action: 'product.bulk_undo' },
  customers: { thing: 'customer', action: 'customer.bulk_undo' },
  agreed_prices: { thing: 'agreed price', action: 'agreed_price.bulk_undo' },
}

/**
 * Undoes an act on many products or customers, or pasted agreed prices: records get their old values back, and new ones
 * are removed, but for what anybody has changed since. Throws NotFound if it is too old, InvalidRequest if it is undone
 * already.
 */
export async function undoEdit(context: WorkspaceContext, { id }: { id: string }): Promise<UndoneEdit> {
  return inTransaction(context, async (trx) => {
    const edit = await readUndoableEdit(trx, id, 'locked')
    await markUndone(trx, edit.id)
    if (edit.kind === 'products') await lockEditedProducts(trx, edit.id)
    let restored = 0
    for await (const lines of slicesOf(trx, edit)) {
      const undone = await undoChanges(trx, kindOf(edit), lines)
      restored += undone.restored.length + undone.removed.length
    }
    const left = edit.line_count - restored
    if (restored === 0) await recordPart(trx)
    else await recordUndone(trx, edit, { restored, left })
    return { restored, left }
  })
}

/** What `undoEdit` would do. Throws as it does. */
export async function forecastUndoEdit(context: WorkspaceContext, { id }: { id: string }): Promise<UndoForecast> {
  const edit = await readUndoableEdit(context, id)
  const forecast = new UndoForecastSum(context, kindOf(edit))
  const { result } = await atOneState(context, async () => {
    for await (const lines of slicesOf(context, edit)) await forecast.add(lines)
    return forecast.result()
  })
  return result
}

function kindOf({ kind, field }: Edit): UndoKind {
  return kind === 'products' ? productField(field!) : KINDS[kind]
}

/** The lines of an edit, as changes of an import. All agreed prices of a paste are in one slice. */
async function* slicesOf(context: WorkspaceContext, { id }: Edit): AsyncGenerator<UndoneChange[]> {
  const walk = { table: 'record_edit_line', where: sql`edit_id = ${id}`, by: { record_id: 'uuid' } } as const
  for await (const lines of slices(context, walk)) {
    const { rows } = await sql<UndoneChange>`
      select record_id as "recordId", label, case when before is null then 'created' else 'updated' end as kind, before,
        version
      from ${lines} l`.execute(context.db)
    yield rows
  }
}

/** Whose it was is in the entry of the edit: the history of a customer or price group has both. */
async function recordUndone(trx: WorkspaceContext, { id, kind, field }: Edit, { restored, left }: UndoneEdit) {
  const { subject, changes } = await trx.db
    .selectFrom('activity')
    .select(['subject', 'changes'])
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { thing, action } = WORDS[kind]
  const back = field && { [field]: { from: (changes[field] as { to: unknown }).to, to: 'what it was before' } }
  await recordActivity(trx, {
    action,
    subject: { ...subject, label: counted(restored, thing) },
    changes: { ...back, restored, left },
  })
}

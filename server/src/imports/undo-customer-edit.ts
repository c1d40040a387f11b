import { sql } from 'kysely'
import { readUndoableEdit } from '../activity/kept-edits.ts'
import type { UndoneEdit } from '../activity/kept-edits.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { markUndone } from '../activity/undone.ts'
import type { UndoForecast } from '../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { atOneState, slices } from '../reading/index.ts'
import { counted } from '../rules/counted.ts'
import type { UndoneChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { UndoForecastSum } from './undo-forecast.ts'
import { undoChanges } from './undo-import.ts'

const NOUNS = { customers: 'customer', agreed_prices: 'agreed price' } as const

/**
 * Undoes an act on many customers, or pasted agreed prices, as an import of them is undone: they get their old values
 * back, and new ones are removed, but for what anybody has changed since. Throws NotFound if it is too old,
 * InvalidRequest if it is undone already.
 */
export async function undoCustomerEdit(context: WorkspaceContext, { id }: { id: string }): Promise<UndoneEdit> {
  return inTransaction(context, async (trx) => {
    const edit = await readUndoableEdit(trx, 'customer_edit', id, 'locked')
    await markUndone(trx, edit.id)
    let restored = 0
    for await (const lines of slicesOf(trx, edit.id)) {
      const undone = await undoChanges(trx, edit.kind, lines)
      restored += undone.restored.length + undone.removed.length
    }
    const left = edit.line_count - restored
    if (restored > 0) {
      await recordActivity(trx, {
        action: edit.kind === 'customers' ? 'customer.bulk_undo' : 'agreed_price.bulk_undo',
        subject: await subjectOf(trx, edit.id, counted(restored, NOUNS[edit.kind])),
        changes: { restored, left },
      })
    }
    return { restored, left }
  })
}

/** What `undoCustomerEdit` would do. Throws as it does. */
export async function forecastUndoCustomerEdit(
  context: WorkspaceContext,
  { id }: { id: string },
): Promise<UndoForecast> {
  const { id: editId, kind } = await readUndoableEdit(context, 'customer_edit', id)
  const forecast = new UndoForecastSum(context, KINDS[kind])
  const { result } = await atOneState(context, async () => {
    for await (const lines of slicesOf(context, editId)) await forecast.add(lines)
    return forecast.result()
  })
  return result
}

/** The lines of an edit, as changes of an import. All agreed prices of a paste are in one slice. */
async function* slicesOf(context: WorkspaceContext, editId: string): AsyncGenerator<UndoneChange[]> {
  const walk = { table: 'customer_edit_line', where: sql`edit_id = ${editId}`, by: { record_id: 'uuid' } } as const
  for await (const lines of slices(context, walk)) {
    const { rows } = await sql<UndoneChange>`
      select record_id as "recordId", label, case when before is null then 'created' else 'updated' end as kind, before,
        version
      from ${lines} l`.execute(context.db)
    yield rows
  }
}

/** Whose it was is in the entry of the edit: the history of a customer or price group has both. */
async function subjectOf({ db, workspaceId }: WorkspaceContext, editId: string, label: string) {
  const { subject } = await db
    .selectFrom('activity')
    .select('subject')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', editId)
    .executeTakeFirstOrThrow()
  return { ...subject, label }
}

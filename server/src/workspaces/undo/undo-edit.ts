import { linesOf, readUndoableEdit } from '../activity/kept-edits.ts'
import { recordActivity, recordPart } from '../activity/record-activity.ts'
import { markUndone } from '../activity/undone.ts'
import type { UndoForecast } from '../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { ImportKindName } from '../../database/column-values.ts'
import type { Row } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { requireEditable } from '../../pricing/price-changes/apply-edit.ts'
import type { DraftEdit } from '../../pricing/price-changes/apply-edit.ts'
import { counted } from '../../shared/counted.ts'
import { customers } from './undo-customers.ts'
import { draftLines, undoDraftEdit } from './undo-draft-edit.ts'
import { forecastUndo, undoLines } from './undo-lines.ts'
import type { UndoKind } from './undo-lines.ts'
import { lockEditedProducts, minimumQuantities, productField, wholeProducts } from './undo-products.ts'
import { agreedPrices, discounts } from './undo-terms.ts'

type Edit = Row<'record_edit'>

export type UndoneEdit = {
  /** Records that are as before; those that the edit added are gone. */
  restored: number
  /** Records that were changed or deleted since, and stay as they are. */
  left: number
  /** Of a draft: the edit that undid it, which can be undone in turn. */
  edit?: DraftEdit
}

/** How what files and edits of these kinds changed is undone. */
export const UNDO_KINDS: Readonly<Record<ImportKindName, UndoKind>> = {
  products: wholeProducts,
  customers,
  discounts,
  agreed_prices: agreedPrices,
  minimum_quantities: minimumQuantities,
}

const WORDS: Record<Exclude<Edit['kind'], 'draft_lines'>, { thing: string; action: string }> = {
  products: { thing: 'product', action: 'product.bulk_undo' },
  customers: { thing: 'customer', action: 'customer.bulk_undo' },
  agreed_prices: { thing: 'agreed price', action: 'agreed_price.bulk_undo' },
}

/**
 * Undoes an act on many products or customers, pasted agreed prices, or an edit of a draft: records get their old values
 * back, and new ones are removed, but for what anybody has changed since. Throws NotFound if it is too old,
 * InvalidRequest if it is undone already, or of what is no draft any more.
 */
export async function undoEdit(context: WorkspaceContext, { id }: { id: string }): Promise<UndoneEdit> {
  return inTransaction(context, async (trx) => {
    const edit = await readUndoableEdit(trx, id, 'locked')
    await markUndone(trx, edit.id)
    if (edit.kind === 'draft_lines') {
      const undoing = await undoDraftEdit(trx, edit.id, edit.price_change_id!)
      if (undoing.id === null) await recordPart(trx)
      return { restored: undoing.changed, left: edit.line_count - undoing.changed, edit: undoing }
    }
    const kind = kindOf(edit)
    if (edit.kind === 'products') await lockEditedProducts(trx, edit.id)
    let restored = 0
    // All agreed prices of a paste are in one slice.
    for await (const lines of linesOf(trx, edit.id)) {
      const undone = await undoLines(trx, kind, lines)
      restored += undone.restored.length + undone.removed.length
    }
    const left = edit.line_count - restored
    if (restored > 0) await recordUndone(trx, edit, WORDS[edit.kind], { restored, left })
    return { restored, left }
  })
}

/** What `undoEdit` would do. Throws as it does. */
export async function forecastUndoEdit(context: WorkspaceContext, { id }: { id: string }): Promise<UndoForecast> {
  const edit = await readUndoableEdit(context, id)
  if (edit.kind !== 'draft_lines') return forecastUndo(context, edit.id, kindOf(edit))
  const draft = await requireEditable(context, edit.price_change_id!)
  return forecastUndo(context, edit.id, draftLines(draft.id))
}

function kindOf({ kind, field }: Edit): UndoKind {
  return field === null ? UNDO_KINDS[kind as ImportKindName] : productField(field)
}

/** Whose it was is in the entry of the edit: the history of a customer or price group has both. */
async function recordUndone(
  trx: WorkspaceContext,
  { id, field }: Edit,
  { thing, action }: { thing: string; action: string },
  { restored, left }: UndoneEdit,
): Promise<void> {
  const { subject, changes } = await trx.db
    .selectFrom('activity')
    .select(['subject', 'changes'])
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const back = field && { [field]: { from: (changes[field] as { to: unknown }).to, to: 'what it was before' } }
  await recordActivity(trx, {
    action,
    subject: { ...subject, label: counted(restored, thing) },
    changes: { ...back, restored, left },
  })
}

import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { startDraft } from './price-change-drafts.ts'
import { lockPriceChange, readPriceChange, subjectOf } from './list-price-changes.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../../database/tables.ts'
import { applyEdit, lockForEdit } from './apply-edit.ts'
import { goesBack, requirePublished } from './way-back.ts'

/** Starts an empty draft under a name of the person's choice. */
export async function createPriceChange(
  context: WorkspaceContext,
  { name }: { name: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const id = await startDraft(trx, name)
    await recordActivity(trx, {
      action: 'price_change.create',
      subject: subjectOf({ id, name }),
      changes: { lineCount: 0 },
    })
    return { id }
  })
}

/** Renames a price change that is not over yet. Throws NotFound, or InvalidRequest where it is over. */
export async function renamePriceChange(
  context: WorkspaceContext,
  { id, name }: { id: string; name: string },
): Promise<{ id: string; name: string }> {
  return inTransaction(context, async (trx) => {
    await lockPriceChange(trx, id, 'exclusive')
    const change = await readPriceChange(trx, id)
    if (change.status !== 'draft' && change.status !== 'scheduled') {
      throw new InvalidRequest(`"${change.name}" is ${change.status}, and keeps its name.`)
    }
    if (change.name === name) return { id: change.id, name }
    await trx.db
      .updateTable('price_change')
      .set({ name, updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', change.id)
      .execute()
    await recordActivity(trx, {
      action: 'price_change.rename',
      subject: subjectOf({ id: change.id, name }),
      changes: { name: { from: change.name, to: name } },
    })
    return { id: change.id, name }
  })
}

type NewDraft = { id: string; lineCount: number }

/**
 * Starts a draft with the list prices from before a publication. Lines whose product has another price since are in it
 * too. Throws NotFound, or InvalidRequest where the change is not published or no price can go back.
 */
export async function draftWayBack(context: WorkspaceContext, { id }: { id: string }): Promise<NewDraft> {
  return inTransaction(context, async (trx) => {
    const { workspaceId } = trx
    const change = requirePublished(await readPriceChange(trx, id))
    return draftFrom(trx, change, {
      prefix: 'Reversal: ',
      lines: sql`
        select line.product_id, line.old_price as to_price from price_change_line line
        join product p on p.workspace_id = ${workspaceId} and p.id = line.product_id
        where line.workspace_id = ${workspaceId} and line.price_change_id = ${change.id} and ${goesBack}`,
      nothing: 'There is nothing to reverse: none of its prices can go back.',
    })
  })
}

/**
 * Starts a draft with all lines of a cancelled or discarded price change. Throws NotFound, or InvalidRequest where it
 * is neither, or has no lines.
 */
export async function copyToDraft(context: WorkspaceContext, { id }: { id: string }): Promise<NewDraft> {
  return inTransaction(context, async (trx) => {
    const change = await readPriceChange(trx, id)
    if (change.status !== 'cancelled' && change.status !== 'discarded') {
      throw new InvalidRequest(
        `"${change.name}" is ${change.status}: it can only be copied once it is cancelled or discarded.`,
      )
    }
    return draftFrom(trx, change, {
      prefix: 'Copy of ',
      lines: sql`
        select product_id, new_price as to_price from price_change_line
        where workspace_id = ${trx.workspaceId} and price_change_id = ${change.id}`,
      nothing: 'There is nothing to copy: it has no lines.',
    })
  })
}

/** The lines of a change that is over do not change any more, so it needs no lock. */
async function draftFrom(
  trx: WorkspaceContext,
  change: Row<'price_change'>,
  { prefix, lines, nothing }: { prefix: string; lines: RawBuilder<unknown>; nothing: string },
): Promise<NewDraft> {
  const draft = await lockForEdit(trx, await startDraft(trx, `${prefix}${change.name}`))
  const { added } = await applyEdit(trx, draft, lines)
  if (added === 0) throw new InvalidRequest(nothing)
  await recordActivity(trx, {
    action: 'price_change.create',
    subject: subjectOf(draft),
    changes: { lineCount: added, madeFrom: change.name, madeFromId: change.id },
  })
  return { id: draft.id, lineCount: added }
}

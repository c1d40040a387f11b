import { randomUUIDv7 } from 'node:crypto'
import { keepEdit } from '../../workspaces/activity/kept-edits.ts'
import type { KeptRecord } from '../../workspaces/activity/kept-edits.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { tooMany } from '../../customers/customer-limits.ts'
import { lockOwner } from '../../customers/term-owner.ts'
import type { TermOwner } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict, InvalidRequest } from '../../errors.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-limits.ts'
import { insertAgreedPrices, updateAgreedPrices } from './agreed-price-rows.ts'
import { checkPastedPrices } from './check-pasted-prices.ts'
import type { PastedPrices } from './check-pasted-prices.ts'

/**
 * Saves the good rows of a pasted text in one transaction; the others are left out. `version` is that of the check
 * which the editor has seen. Throws NotFound; InvalidInput if the text cannot be read at all; Conflict if the rows
 * would do something else by now; and InvalidRequest past the limit of the customer.
 */
export async function pasteAgreedPrices(
  context: WorkspaceContext,
  { version, ...pasted }: PastedPrices & { version: string },
): Promise<{ added: number; changed: number; ended: number; undo: string | null }> {
  return inTransaction(context, async (trx) => {
    const owner = await lockOwner(trx, pasted)
    const { plan, stored, ...check } = await checkPastedPrices(trx, pasted)
    if (check.version !== version) {
      throw new Conflict('What these rows do has changed meanwhile. Check them again. Nothing was saved.')
    }
    if (check.count + plan.inserts.length > WORKSPACE_LIMITS.agreedPricesOfCustomer) {
      throw new InvalidRequest(tooMany('agreed_price', owner))
    }
    const changes = countOf(check.good)
    const written = changes.added + changes.changed
    if (written === 0) return { ...changes, undo: null }
    const undo = randomUUIDv7()
    await insertAgreedPrices(
      trx,
      plan.inserts.map((price) => ({ ...price, ...owner.ids })),
    )
    await updateAgreedPrices(trx, plan.updates)
    await keepEdit(trx, {
      id: undo,
      kind: 'agreed_prices',
      lines: keptRecords({ good: check.good, plan, stored }, owner),
    })
    await recordActivity(trx, {
      id: undo,
      action: 'agreed_price.paste',
      subject: {
        type: 'agreed_price',
        id: null,
        label: `${written} agreed prices for ${owner.name}`,
        ...owner.ids,
      },
      changes,
    })
    return { ...changes, undo }
  })
}

type Planned = Pick<Awaited<ReturnType<typeof checkPastedPrices>>, 'good' | 'plan' | 'stored'>

/** The prices that are added, changed or ended, with what they were. */
function keptRecords({ good, plan, stored }: Planned, { name }: TermOwner): KeptRecord[] {
  const skus = new Map(good.map(({ productId, sku }) => [productId, sku]))
  const old = new Map(stored.map(({ id, unit, minQty, startsAt, endsAt }) => [id, { unit, minQty, startsAt, endsAt }]))
  return [...plan.inserts, ...plan.updates].map((price) => ({
    recordId: price.id,
    label: `${skus.get(price.productId)} for ${name}`,
    before: old.get(price.id) ?? null,
  }))
}

function countOf(good: readonly { kind: string; ends: unknown }[]) {
  return {
    added: good.filter(({ kind }) => kind === 'add').length,
    changed: good.filter(({ kind }) => kind === 'change').length,
    ended: good.filter(({ ends }) => ends !== null).length,
  }
}

import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { tooMany } from '../customers/customer-limits.ts'
import { lockCustomer } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidRequest } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import { insertAgreedPrices, updateAgreedPrices } from './agreed-price-rows.ts'
import { checkPastedPrices } from './check-pasted-prices.ts'
import type { PastedPrices } from './check-pasted-prices.ts'
import { keepingPromises, ofCustomers } from '../promises/keep-promises.ts'

/**
 * Saves the good rows of a pasted text in one transaction; the others are left out. `version` is that of the check
 * which the editor has seen. Throws NotFound; InvalidInput if the text cannot be read at all; Conflict if the rows
 * would do something else by now; and InvalidRequest past the limit of the customer.
 */
export async function pasteAgreedPrices(
  context: WorkspaceContext,
  { version, ...pasted }: PastedPrices & { version: string },
): Promise<{ added: number; changed: number; ended: number }> {
  return inTransaction(context, async (trx) => {
    const customer = await lockCustomer(trx, pasted.customer)
    const { plan, ...check } = await checkPastedPrices(trx, pasted)
    if (check.version !== version) {
      throw new Conflict('What these rows do has changed meanwhile. Check them again. Nothing was saved.')
    }
    if (check.count + plan.inserts.length > WORKSPACE_LIMITS.agreedPricesOfCustomer) {
      throw new InvalidRequest(tooMany('agreed_price', customer))
    }
    const changes = countOf(check.good)
    const written = changes.added + changes.changed
    if (written === 0) return changes
    await keepingPromises(trx, ofCustomers([customer.id]), async () => {
      await insertAgreedPrices(
        trx,
        plan.inserts.map((price) => ({ ...price, customerId: customer.id })),
      )
      await updateAgreedPrices(trx, plan.updates)
      await recordActivity(trx, {
        action: 'agreed_price.paste',
        subject: {
          type: 'agreed_price',
          id: null,
          label: `${written} agreed prices for ${customer.name}`,
          customerId: customer.id,
        },
        changes,
      })
    })
    return changes
  })
}

function countOf(good: readonly { kind: string; ends: unknown }[]) {
  return {
    added: good.filter(({ kind }) => kind === 'add').length,
    changed: good.filter(({ kind }) => kind === 'change').length,
    ended: good.filter(({ ends }) => ends !== null).length,
  }
}

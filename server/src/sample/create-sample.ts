import { recordAllProducts } from '../activity/product-changes.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { createKey, revokeKey } from '../workspaces/keys.ts'
import { addCustomers } from './add-customers.ts'
import { addOrders } from './add-orders.ts'
import { addPriceChanges } from './add-price-changes.ts'
import { addProducts, readCatalogue, syncPrices } from './add-products.ts'
import { addTerms } from './add-terms.ts'
import { timeOf } from './moment.ts'
import type { Moment } from './moment.ts'
import { OWNER } from './people.ts'
import { doneBy, tell } from './story.ts'

/** The sample is known by its id, which is the same everywhere: of two that make it at once, one finds it made. */
export const SAMPLE_WORKSPACE_ID = '01970000-0000-7000-8000-00000005a3e1'

const WORKSPACE = {
  name: 'Harbour & Vale Wholesale (sample)',
  currency: 'GBP',
  timezone: 'Europe/London',
  tax_label: 'ex VAT',
  plan: 'active',
} as const

const FOUNDED: Moment = [90, '09:30']
const ERP_CONNECTED: Moment = [90, '09:40']
const LAST_SYNC: Moment = [1, '02:10']
const ERP_DISCONNECTED: Moment = [1, '09:15']

/**
 * Makes a workspace that shows everything, with three months behind it, or finds it and changes nothing.
 * All of it is there or nothing; the key is told only where this call made it.
 */
export async function createSample(
  context: Context & { actor: Actor },
): Promise<{ workspaceId: string; key: string | null }> {
  return inTransaction({ ...context, workspaceId: SAMPLE_WORKSPACE_ID }, async (trx) => {
    const { workspaceId } = trx
    if (!(await addWorkspace(trx))) return { workspaceId, key: null }
    const at = (moment: Moment) => timeOf(moment, trx.clock())

    const erp = await connectErp(trx, at(ERP_CONNECTED))
    await addCustomers(trx, erp)
    await addProducts(trx, erp)
    const catalogue = await readCatalogue(trx)
    await addTerms(trx, catalogue)
    await addPriceChanges(trx, catalogue)
    await addOrders(trx, erp)
    await syncPrices(doneBy(trx, erp, at(LAST_SYNC)))
    await disconnectErp(trx, erp, { lastUsed: at(LAST_SYNC), at: at(ERP_DISCONNECTED) })

    await recordAllProducts(trx)

    const { key } = await createKey(trx, { name: 'Sample key', scope: 'write' })
    return { workspaceId, key }
  })
}

/** False where the sample is there already. One that another call is making is waited for. */
async function addWorkspace(context: WorkspaceContext): Promise<boolean> {
  const at = timeOf(FOUNDED, context.clock())
  const added = await context.db
    .insertInto('workspace')
    .values({ id: context.workspaceId, ...WORKSPACE, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  const { name, plan } = WORKSPACE
  const subject = { type: 'workspace', id: added.id, label: name }
  await tell(context, [{ by: context.actor, at, action: 'workspace.create', subject, changes: { plan } }])
  return true
}

/** The key that the catalogue was filled with, which is revoked in the end: nobody has it. */
async function connectErp(context: WorkspaceContext, at: Date): Promise<Actor> {
  const name = 'ERP sync'
  const { id } = await createKey(doneBy(context, OWNER, at), { name, scope: 'write' })
  return { type: 'key', id, name }
}

async function disconnectErp(context: WorkspaceContext, erp: Actor, when: { lastUsed: Date; at: Date }): Promise<void> {
  await context.db
    .updateTable('api_key')
    .set({ last_used_at: when.lastUsed })
    .where('workspace_id', '=', context.workspaceId)
    .where('id', '=', erp.id)
    .execute()
  await revokeKey(doneBy(context, OWNER, when.at), erp.id!)
}

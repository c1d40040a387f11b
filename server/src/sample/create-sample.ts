import { sql } from 'kysely'
import { recordAllProducts } from '../activity/product-changes.ts'
import { beginRevision } from '../activity/record-activity.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { ownerOf } from '../mail/queue-mail.ts'
import { readEditableOrderSettings, updateOrderSettings } from '../orders/order-settings.ts'
import { readEditablePortal, updatePortalSettings } from '../portal/portal-settings.ts'
import { makeAddress } from '../workspaces/addresses.ts'
import { createKey, revokeKey } from '../workspaces/keys.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/sample-workspace.ts'
import { addCustomers } from './add-customers.ts'
import { addBuyerPeople, addPeople } from './add-people.ts'
import { addOrders } from './add-orders.ts'
import { addPastOrders } from './add-past-orders.ts'
import { addPriceChanges } from './add-price-changes.ts'
import { addProducts, readCatalogue, syncPrices } from './add-products.ts'
import { addRequest } from './add-request.ts'
import { addTerms } from './add-terms.ts'
import { timeOf } from './moment.ts'
import type { Moment } from './moment.ts'
import { OWNER } from './people.ts'
import { doneBy, tell } from './story.ts'

/** Its address is "sample", unless another workspace has that. */
const SAMPLE_NAME = 'Sample'

const WORKSPACE = {
  name: 'Harbour & Vale Wholesale (sample)',
  currency: 'GBP',
  timezone: 'Europe/London',
  tax_label: 'ex VAT',
  plan: 'active',
} as const

const ORDERING = {
  terms: 'VAT is charged at 20%. Delivery is free from £150 ex VAT; below that it is £9.50, on the invoice.',
  taxRateBp: 2_000,
  orderDays: [1, 2, 3, 4, 5],
  cutOff: '14:00',
  leadDays: 1,
  allowAddresses: true,
  creditPolicy: 'hold' as const,
}

const FOUNDED: Moment = [390, '09:30']
const ERP_CONNECTED: Moment = [390, '09:40']
const LAST_SYNC: Moment = [1, '02:10']
const ERP_DISCONNECTED: Moment = [1, '09:15']

/**
 * Creates a workspace that shows all features, with a history of a year. Idempotent: an existing sample is not
 * changed. Atomic: all of it or nothing. Returns the key only if this call created the sample.
 */
export async function createSample(
  context: Context & { actor: Actor },
): Promise<{ workspaceId: string; key: string | null }> {
  return inTransaction({ ...context, workspaceId: SAMPLE_WORKSPACE_ID }, async (trx) => {
    const { workspaceId } = trx
    if (!(await addWorkspace(trx))) return { workspaceId, key: null }
    const at = (moment: Moment) => timeOf(moment, trx.clock())

    await addPeople(trx, at(FOUNDED))
    const erp = await connectErp(trx, at(ERP_CONNECTED))
    await addCustomers(trx, erp)
    await addBuyerPeople(trx, at(FOUNDED))
    await addProducts(trx, erp)
    const catalogue = await readCatalogue(trx)
    await addTerms(trx, catalogue)
    const published = await addPriceChanges(trx, catalogue)
    await setOrdering(doneBy(trx, OWNER, at(FOUNDED)))
    await setPortal(doneBy(trx, OWNER, at(FOUNDED)))
    await addPastOrders(trx, erp, catalogue, published)
    await addOrders(trx, erp)
    await addRequest(trx)
    await countMailsAsSent(trx)
    await syncPrices(doneBy(trx, erp, at(LAST_SYNC)))
    await disconnectErp(trx, erp, { lastUsed: at(LAST_SYNC), at: at(ERP_DISCONNECTED) })

    await recordAllProducts(trx)

    const { key } = await createKey(trx, { name: 'Sample key', scope: 'write' })
    return { workspaceId, key }
  })
}

/** Those of its past were for customers who are made up. */
async function countMailsAsSent(context: WorkspaceContext): Promise<void> {
  await context.db
    .updateTable('mail')
    .set({ status: 'sent', sent_at: sql.ref('created_at') })
    .where('owner', '=', ownerOf(context))
    .execute()
}

async function setOrdering(context: WorkspaceContext): Promise<void> {
  const { version } = await readEditableOrderSettings(context)
  await updateOrderSettings(context, { ...ORDERING, version })
}

async function setPortal(context: WorkspaceContext): Promise<void> {
  const settings = await readEditablePortal(context)
  await updatePortalSettings(context, { ...settings, allowColleagues: true })
}

/** Returns false if the sample exists. Waits for a concurrent call that creates it. */
async function addWorkspace(context: WorkspaceContext): Promise<boolean> {
  const at = timeOf(FOUNDED, context.clock())
  const added = await context.db
    .insertInto('workspace')
    .values({ id: context.workspaceId, ...WORKSPACE, terms_kept_from: at, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await beginRevision(context)
  await makeAddress(context, SAMPLE_NAME)
  const { name, plan } = WORKSPACE
  const subject = { type: 'workspace', id: added.id, label: name }
  await tell(context, [{ by: context.actor, at, action: 'workspace.create', subject, changes: { plan } }])
  return true
}

/** Creates the key that fills the catalogue. It is revoked at the end, and nobody has it. */
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

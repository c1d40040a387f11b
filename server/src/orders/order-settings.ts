import { changedMeanwhile } from '../workspaces/activity/changed-meanwhile.ts'
import { differences } from '../workspaces/activity/differences.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { contentVersion } from '../lib/content-version.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import type { CreditPolicy } from '../shared/credit.ts'
import { mayPriceByHand } from '../shared/rights.ts'
import { taxOn } from '../shared/tax.ts'
import type { Tax } from '../shared/tax.ts'
import { requireRight } from '../workspaces/caller.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { DeliveryRule } from './delivery.ts'

const DEFAULTS = {
  /** What is said of freight and tax, below the totals. */
  terms: null as string | null,
  /** Basis points of the subtotal; null says nothing of tax. */
  taxRateBp: null as number | null,
  orderDays: [1, 2, 3, 4, 5, 6, 7],
  cutOff: null as string | null,
  leadDays: 0,
  /** Whether buyers may change the delivery addresses of their customer. */
  allowAddresses: false,
  /** What becomes of an order past the credit limit of its customer. */
  creditPolicy: 'hold' as CreditPolicy,
  /** The least subtotal of an order by buyers, in minor units; customers and price groups may have another one. */
  minOrderValue: null as number | null,
  /** Whether members with the role "orders" may set prices by hand. */
  deskSetsPrices: false,
}

/** How a wholesaler takes orders. `orderDays` are in their order. */
export type OrderSettings = typeof DEFAULTS & DeliveryRule

const FIELDS = Object.keys(DEFAULTS) as (keyof OrderSettings)[]

/** The settings of orders; the defaults while nobody has changed them. */
export async function readOrderSettings({
  db,
  workspaceId,
}: Pick<WorkspaceContext, 'db' | 'workspaceId'>): Promise<OrderSettings> {
  const settings = await db
    .selectFrom('order_settings')
    .select(['terms', 'tax_rate_bp as taxRateBp', 'order_days as orderDays', 'cut_off as cutOff'])
    .select(['lead_days as leadDays', 'allow_addresses as allowAddresses', 'credit_policy as creditPolicy'])
    .select(['min_order_value as minOrderValue', 'desk_sets_prices as deskSetsPrices'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return settings ?? DEFAULTS
}

/** Whether whoever asks may set prices by hand: by the role, or as the settings allow it to the desk. */
export async function maySetPrices(context: WorkspaceContext): Promise<boolean> {
  const { role } = context
  return role === undefined || mayPriceByHand(role, (await readOrderSettings(context)).deskSetsPrices)
}

/** Throws Refused unless whoever asks may set prices by hand. */
export async function requirePricesByHand(context: WorkspaceContext): Promise<void> {
  if (!(await maySetPrices(context))) requireRight(context, 'pricesByHand')
}

/** What an order of this subtotal comes to, in minor units, and what is said of freight and tax. */
export type Totals = { subtotal: number; terms: string | null } & Tax

export function totalsOf(subtotal: number, { terms, taxRateBp }: OrderSettings): Totals {
  return { subtotal, ...taxOn(subtotal, taxRateBp), terms }
}

/** The settings with the version that a change of them sends back. */
export async function readEditableOrderSettings(context: WorkspaceContext) {
  const settings = await readOrderSettings(context)
  return { ...settings, version: contentVersion(settings) }
}

type ChangedSettings = Omit<OrderSettings, 'minOrderValue' | 'deskSetsPrices'> & {
  /** Left out, these stay. */
  minOrderValue?: number | null | undefined
  deskSetsPrices?: boolean | undefined
  version: string
}

/** Changes the settings of orders. Orders that were placed keep theirs. Throws Conflict where they changed since `version`. */
export async function updateOrderSettings(
  context: WorkspaceContext,
  { version, minOrderValue, deskSetsPrices, ...changed }: ChangedSettings,
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId, clock } = trx
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
    const before = await readEditableOrderSettings(trx)
    if (before.version !== version) throw await changedMeanwhile(trx, workspaceId)
    const after = {
      ...changed,
      minOrderValue: minOrderValue === undefined ? before.minOrderValue : minOrderValue,
      deskSetsPrices: deskSetsPrices ?? before.deskSetsPrices,
    }
    const changes = differences(before, after, FIELDS)
    if (Object.keys(changes).length === 0) return
    const values = {
      terms: after.terms,
      tax_rate_bp: after.taxRateBp,
      order_days: JSON.stringify(after.orderDays),
      cut_off: after.cutOff,
      lead_days: after.leadDays,
      allow_addresses: after.allowAddresses,
      credit_policy: after.creditPolicy,
      min_order_value: after.minOrderValue,
      desk_sets_prices: after.deskSetsPrices,
      updated_at: clock(),
    }
    await db
      .insertInto('order_settings')
      .values({ workspace_id: workspaceId, ...values })
      .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
      .execute()
    const { name } = await readWorkspace(trx, workspaceId)
    await recordActivity(trx, {
      action: 'ordering.update',
      subject: { type: 'workspace', id: workspaceId, label: name },
      changes,
    })
  })
}

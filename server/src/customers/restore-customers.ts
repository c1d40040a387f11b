import { sql } from 'kysely'
import { withSameVersion } from '../workspaces/activity/record-versions.ts'
import type { WorkspaceContext } from '../context.ts'
import { rowset, uuidArray } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { lockNames } from '../workspaces/lock-names.ts'
import type { CustomerValues } from './customer-fields.ts'
import { lockCustomerList, VALUES, writeCustomers } from './customer-writes.ts'
import type { StoredCustomer } from './plan-customers.ts'
import { priceGroupNames } from './price-group-names.ts'

/** What a customer was; null for one that was added. `version` is the one that it got then. */
export type CustomerBefore = { id: string; before: CustomerValues | null; version: string | null }

/**
 * Gives customers their old values back, and deletes those that were added. What anybody has changed since is left, as
 * are added customers that have terms, buyers or orders, those whose old account code another customer has now, and
 * those whose old price group is gone. Returns the ids that were restored and removed. Call it in a transaction.
 */
export async function restoreCustomers(
  trx: WorkspaceContext,
  asked: readonly CustomerBefore[],
): Promise<{ restored: string[]; removed: string[] }> {
  if (asked.some(({ before }) => before === null)) await lockNames(trx, 'exclusive')
  await lockCustomerList(trx)
  const { restored, removed } = await planRestore(trx, asked, await readPresent(trx, asked, 'locked'))
  await remove(trx, removed)
  await writeCustomers(trx, restored)
  return { restored: restored.map(({ id }) => id), removed }
}

type Present = { id: string; values: CustomerValues; isUsed: boolean }

/** The ids of those that `restoreCustomers` would restore or remove now. */
export async function intactCustomers(context: WorkspaceContext, asked: readonly CustomerBefore[]): Promise<string[]> {
  const { restored, removed } = await planRestore(context, asked, await readPresent(context, asked))
  return [...restored.map(({ id }) => id), ...removed]
}

async function planRestore(
  context: WorkspaceContext,
  asked: readonly CustomerBefore[],
  present: ReadonlyMap<string, Present>,
): Promise<{ restored: StoredCustomer[]; removed: string[] }> {
  const same = await withSameVersion(context, 'customer', asked)
  const intact = same.filter(({ id, before }) => before !== null || !present.get(id)!.isUsed)
  const removed = intact.flatMap(({ id, before }) => (before === null ? [id] : []))
  const old = intact.flatMap(({ id, before }): StoredCustomer[] => (before ? [{ id, values: before }] : []))
  return { restored: await withPresentGroups(context, await withFreeCodes(context, old)), removed }
}

async function readPresent(
  { db, workspaceId }: WorkspaceContext,
  customers: readonly CustomerBefore[],
  mode?: 'locked',
): Promise<Map<string, Present>> {
  const used = sql.join(
    ['discount_rule', 'agreed_price', 'buyer', 'product_access', 'sales_order'].map(
      (table) =>
        sql`exists (select from ${sql.table(table)} t where t.workspace_id = ${workspaceId} and t.customer_id = c.id)`,
    ),
    sql` or `,
  )
  const asked = customers.map(({ id }) => ({ id })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { rows } = await sql<CustomerValues & { id: string; isUsed: boolean }>`
    select c.*, ${used} as "isUsed" from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id, ${VALUES} from customer
      where workspace_id = ${workspaceId} and id = asked.id limit 1 ${mode === 'locked' ? sql`for no key update` : sql``}) c`.execute(
    db,
  )
  return new Map(rows.map(({ id, isUsed, ...values }) => [id, { id, isUsed, values }]))
}

async function remove({ db, workspaceId }: WorkspaceContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from customer where workspace_id = ${workspaceId} and id = any(${uuidArray(ids)})`.execute(db)
}

async function withPresentGroups(context: WorkspaceContext, old: readonly StoredCustomer[]) {
  const groups = await priceGroupNames(context)
  return old.filter(({ values: { group_id: group } }) => group === null || groups.nameOf(group) !== null)
}

async function withFreeCodes({ db, workspaceId }: WorkspaceContext, old: readonly StoredCustomer[]) {
  const keys = old.flatMap((customer) => keyOf(customer) ?? [])
  const asked = keys.map((key) => ({ key }))
  const { rows } = await sql<{ id: string; key: string }>`
    select found.* from ${rowset(asked, 'key text', 'asked')} cross join lateral (
      select id, account_code_key as key from customer
      where workspace_id = ${workspaceId} and account_code_key = asked.key limit 1) found`.execute(db)
  const owners = new Map(rows.map(({ id, key }) => [key, id]))
  return old.filter((customer) => {
    const owner = owners.get(keyOf(customer) ?? '')
    return owner === undefined || owner === customer.id
  })
}

function keyOf({ values }: StoredCustomer): string | null {
  return values.account_code && matchingKey(values.account_code)
}

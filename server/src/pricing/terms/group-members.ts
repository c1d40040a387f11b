import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { storeEdit } from '../../workspaces/activity/stored-edits.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import { changedCustomers } from '../../workspaces/activity/record-changes.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { CustomerValues } from '../../customers/customer-fields.ts'
import { lockCustomerList, VALUES } from '../../customers/customer-rows.ts'
import { findContact } from '../../customers/contacts.ts'
import { findPriceGroup } from '../../customers/term-owner.ts'
import { recordPastGroups } from '../../customers/plan-customers.ts'
import type { StoredCustomer } from '../../customers/plan-customers.ts'
import { askedIds, rowset, uuidArray } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import { requireSeen, impactOf, previewOf } from '../impact/price-impact.ts'
import type { SeenImpact } from '../impact/price-impact.ts'
import { counted } from '../../shared/counted.ts'
import { productsInSlices } from '../../catalogue/products-in-slices.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { matchingInSlices } from '../../customers/browse-customers.ts'
import type { CustomerFilter } from '../../customers/browse-customers.ts'
import { Conflict } from '../../errors.ts'

/** One field of many customers. A price group is given by id or name, a contact by the id of a member; null: none. */
type CustomersChange =
  | { field: 'group'; value: string | null }
  | { field: 'active'; value: boolean }
  | { field: 'paymentTermsDays'; value: number | null }
  | { field: 'contact'; value: string | null }

const COLUMNS = {
  group: 'group_id',
  active: 'active',
  paymentTermsDays: 'payment_terms_days',
  contact: 'contact_id',
} as const

/**
 * Changes one field of many customers at one time, and keeps what they were, so that it can be undone by the edit `undo`:
 * null if nothing changed, and for a contact, on which nothing hangs. Throws NotFound
 * for a price group; Conflict if a filter matches another number of customers than was shown, or if prices move in
 * another way than `seenMoves` says.
 */
export async function editCustomers(
  context: WorkspaceContext,
  input: SeenImpact & { customers: ChosenCustomers; change: CustomersChange },
) {
  const { customers, change, seenMoves } = input
  const membership = change.field === 'group' ? { customers, group: change.value } : null
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    if (membership) await requireSeen(seenMoves, () => previewMembership(trx, membership))
    const group = membership?.group ? await findPriceGroup(trx, membership.group) : null
    const contact = change.field === 'contact' && change.value !== null ? await findContact(trx, change.value) : null
    const named = group ?? contact
    const value = named?.id ?? (change.field === 'group' ? null : change.value)
    const ids = await chosenCustomerIds(trx, customers)
    const old = await othersThan(trx, ids, { field: change.field, value })
    const changed = old.map(({ id }) => id)
    if (changed.length === 0) return { found: ids.length, changed: 0, undo: null }
    const id = randomUUIDv7()
    if (change.field === 'group') await assignCustomers(trx, changed, group?.id ?? null)
    else await setColumn(trx, changed, { field: change.field, value })
    const lines = old.map(({ id, values }) => ({ recordId: id, label: values.name, before: values }))
    const undo = change.field === 'contact' ? null : id
    if (undo !== null) await storeEdit(trx, { id, kind: 'customers', lines })
    const entry = {
      id,
      action: 'customer.bulk_update',
      subject: {
        type: 'customer',
        id: changed.length === 1 ? changed[0]! : null,
        label: counted(changed.length, 'customer'),
      },
      changes: { [change.field]: named?.name ?? value, customers: changed.length },
    }
    await recordActivity(trx, entry, undefined, changedCustomers(changed))
    return { found: ids.length, changed: changed.length, undo }
  })
}

type Column = { field: CustomersChange['field']; value: unknown }

/** Locks the customers, in the order of their ids. Returns those that have another value. */
async function othersThan(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
  { field, value }: Column,
): Promise<StoredCustomer[]> {
  const { rows } = await sql<CustomerValues & { id: string; contact_id: string | null }>`
    select c.* from ${askedIds(ids)} cross join lateral (
      select id, contact_id, ${VALUES} from customer
      where workspace_id = ${workspaceId} and id = asked.id limit 1 for no key update) c`.execute(db)
  const others = rows.filter((row) => row[COLUMNS[field]] !== value)
  return others.map(({ id, contact_id: _contact, ...values }) => ({ id, values }))
}

async function setColumn(
  { db, workspaceId, clock }: WorkspaceContext,
  ids: readonly string[],
  { field, value }: Column,
): Promise<void> {
  await sql`
    update customer set ${sql.ref(COLUMNS[field])} = ${value}, updated_at = ${clock()}, version = version + 1
    where workspace_id = ${workspaceId} and id = any(${uuidArray(ids)})`.execute(db)
}

/**
 * Puts customers into a price group, or into none, at one time. Lock the list of customers first. Returns the ids of
 * those who were elsewhere.
 */
export async function assignCustomers(
  trx: WorkspaceContext,
  ids: readonly string[],
  groupId: string | null,
): Promise<string[]> {
  const { db, workspaceId, clock } = trx
  const asked = ids.toSorted().map((id) => ({ id, group_id: groupId }))
  const moved = await recordPastGroups(trx, rowset(asked, 'id uuid, group_id uuid', 'asked'))
  if (moved.length === 0) return []
  await sql`
    update customer set group_id = ${groupId}, updated_at = ${clock()}, version = version + 1
    where workspace_id = ${workspaceId} and id = any(${uuidArray(moved)})`.execute(db)
  return moved
}

/** The ids of the price groups that customers are in, by their ids; null without one. */
export async function groupsOfCustomers(
  { db, workspaceId }: WorkspaceContext,
  customers: readonly { id: string }[],
): Promise<Map<string, string | null>> {
  const asked = askedIds(customers.map(({ id }) => id))
  const { rows } = await sql<{ id: string; group: string | null }>`
    select c.id, c.group_id as "group" from ${asked} cross join lateral (
      select id, group_id from customer
      where workspace_id = ${workspaceId} and id = asked.id limit 1) c`.execute(db)
  return new Map(rows.map(({ id, group }) => [id, group]))
}

/** Customers who get into a price group, by id or name; null: into none. */
type Membership = { customers: ChosenCustomers; group: string | null }

/** What another price group does to the prices of customers. Throws NotFound and Conflict. */
export function previewMembership(context: WorkspaceContext, act: Membership): Promise<PriceImpact | null> {
  return previewOf(context, ['membership', act], async () => {
    const group = act.group === null ? null : (await findPriceGroup(context, act.group)).id
    const ids = await chosenCustomerIds(context, act.customers)
    return impactOfMembership(context, new Map(ids.map((id) => [id, group])))
  })
}

/**
 * What other price groups of customers do to their prices, for one unit, now. `groupOf` has the ids of their new groups,
 * by customer; null: none. Null where no price moves. It reads in slices.
 */
export async function impactOfMembership(
  context: WorkspaceContext,
  groupOf: ReadonlyMap<string, string | null>,
): Promise<PriceImpact | null> {
  if (groupOf.size === 0) return null
  return impactOf(context, () => productsInSlices(context, {}), {
    payer: (payer, groups) => {
      const id = groupOf.get(payer.id)
      return id === undefined ? payer : { ...payer, group: id === null ? null : groups.get(id) }
    },
  })
}

/** The customers of a bulk act: by id, or all that match a filter, with the number of them that the person was shown. */
type ChosenCustomers = { ids: string[] } | { filter: CustomerFilter; expected: number }

/** The ids of those that are there, sorted. Throws Conflict if a filter matches another number than was shown. */
async function chosenCustomerIds(context: WorkspaceContext, chosen: ChosenCustomers): Promise<string[]> {
  if ('ids' in chosen) return presentOf(context, chosen.ids)
  const ids: string[] = []
  for await (const found of matchingInSlices(context, chosen.filter)) ids.push(...found)
  if (ids.length === chosen.expected) return ids.toSorted()
  throw new Conflict(
    `The customers have changed: ${ids.length.toLocaleString('en')} match now, and you were shown ` +
      `${chosen.expected.toLocaleString('en')}. Look again.`,
  )
}

async function presentOf({ db, workspaceId }: WorkspaceContext, ids: readonly string[]): Promise<string[]> {
  const asked = askedIds([...new Set(ids.map((id) => id.toLowerCase()))])
  const { rows } = await sql<{ id: string }>`
    select c.id from ${asked} cross join lateral (
      select id from customer where workspace_id = ${workspaceId} and id = asked.id limit 1) c`.execute(db)
  return rows.map(({ id }) => id).toSorted()
}

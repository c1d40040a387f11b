import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { keepEdit } from '../../workspaces/activity/kept-edits.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { CustomerValues } from '../../customers/customer-fields.ts'
import { lockCustomerList, VALUES } from '../../customers/customer-writes.ts'
import { findPriceGroup } from '../../customers/find-price-group.ts'
import type { StoredCustomer } from '../../customers/plan-customers.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'
import { inTransaction } from '../../database/transaction.ts'
import { requireSeen } from '../impact/price-moves.ts'
import type { SeenMoves } from '../impact/price-moves.ts'
import { counted } from '../../shared/counted.ts'
import { chosenCustomerIds } from './chosen-customers.ts'
import type { ChosenCustomers } from './chosen-customers.ts'
import { moveCustomers } from './move-customers.ts'
import { previewMembership } from './moves-of-membership.ts'

/** One field of many customers. A price group is given by id or name; null: none. */
export type CustomersChange =
  | { field: 'group'; value: string | null }
  | { field: 'active'; value: boolean }
  | { field: 'paymentTermsDays'; value: number | null }

export type CustomersEdit = {
  /** Customers that were chosen and are there. */
  found: number
  /** Those that had another value. */
  changed: number
  /** Id of the edit, to undo it. Null if nothing changed. */
  undo: string | null
}

const COLUMNS = { group: 'group_id', active: 'active', paymentTermsDays: 'payment_terms_days' } as const

/**
 * Changes one field of many customers at one time, and keeps what they were, so that it can be undone. Throws NotFound
 * for a price group; Conflict if a filter matches another number of customers than was shown, or if prices move in
 * another way than `seenMoves` says.
 */
export async function editCustomers(
  context: WorkspaceContext,
  input: SeenMoves & { customers: ChosenCustomers; change: CustomersChange },
): Promise<CustomersEdit> {
  const { customers, change, seenMoves } = input
  const membership = change.field === 'group' ? { customers, group: change.value } : null
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    if (membership) await requireSeen(seenMoves, () => previewMembership(trx, membership))
    const group = membership?.group ? await findPriceGroup(trx, membership.group) : null
    const value = change.field === 'group' ? (group?.id ?? null) : change.value
    const ids = await chosenCustomerIds(trx, customers)
    const old = await othersThan(trx, ids, { field: change.field, value })
    const changed = old.map(({ id }) => id)
    if (changed.length === 0) return { found: ids.length, changed: 0, undo: null }
    const undo = randomUUIDv7()
    if (change.field === 'group') await moveCustomers(trx, changed, group?.id ?? null)
    else await setColumn(trx, changed, { field: change.field, value })
    const lines = old.map(({ id, values }) => ({ recordId: id, label: values.name, before: values }))
    await keepEdit(trx, { id: undo, kind: 'customers', lines })
    await recordActivity(trx, {
      id: undo,
      action: 'customer.bulk_update',
      subject: {
        type: 'customer',
        id: changed.length === 1 ? changed[0]! : null,
        label: counted(changed.length, 'customer'),
      },
      changes: { [change.field]: group?.name ?? value, customers: changed.length },
    })
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
  const asked = ids.map((id) => ({ id }))
  const { rows } = await sql<CustomerValues & { id: string }>`
    select c.* from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id, ${VALUES} from customer
      where workspace_id = ${workspaceId} and id = asked.id limit 1 for no key update) c`.execute(db)
  const others = rows.filter((row) => row[COLUMNS[field]] !== value)
  return others.map(({ id, ...values }) => ({ id, values }))
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

import { sql } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { lockCustomerList } from '../customers/customer-writes.ts'
import { findPriceGroup } from '../customers/find-price-group.ts'
import { hasId } from '../database/has-id.ts'
import { indexHint } from '../database/index-hint.ts'
import { rowset } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import type { SeenMoves } from '../price-changes/previewed-moves.ts'
import { keepingPromises, ofCustomers } from '../promises/keep-promises.ts'
import { counted } from '../rules/counted.ts'
import { chosenCustomerIds } from './chosen-customers.ts'
import type { ChosenCustomers } from './chosen-customers.ts'
import { moveCustomers } from './move-customers.ts'
import { membershipMoves } from './chosen-membership.ts'

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
  /** What they had, to give it back: each value with the customers that had it. */
  before: { value: string | number | boolean | null; ids: string[] }[]
}

const COLUMNS = { group: 'group_id', active: 'active', paymentTermsDays: 'payment_terms_days' } as const

/**
 * Changes one field of many customers at one time. Throws NotFound for a price group; Conflict if a filter matches
 * another number of customers than was shown, or if prices move in another way than `seenMoves` says; and BreaksPromises.
 */
export async function editCustomers(
  context: WorkspaceContext,
  input: SeenMoves & { customers: ChosenCustomers; change: CustomersChange },
): Promise<CustomersEdit> {
  const { customers, change, seenMoves } = input
  const membership = change.field === 'group' ? { customers, group: change.value } : null
  if (membership && seenMoves !== undefined) await membershipMoves.preview(context, membership)
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    if (membership) await membershipMoves.requireSeen(trx, membership, seenMoves)
    const group = membership?.group ? await findPriceGroup(trx, membership.group) : null
    const value = change.field === 'group' ? (group?.id ?? null) : change.value
    const ids = await chosenCustomerIds(trx, customers)
    const before = await valuesBefore(trx, ids, { field: change.field, value })
    const changed = before.flatMap((one) => one.ids)
    if (changed.length === 0) return { found: ids.length, changed: 0, before: [] }
    await keepingPromises(trx, ofCustomers(change.field === 'group' ? changed : []), async () => {
      if (change.field === 'group') await moveCustomers(trx, changed, group?.id ?? null)
      else await setColumn(trx, changed, { field: change.field, value })
      await recordActivity(trx, {
        action: 'customer.bulk_update',
        subject: {
          type: 'customer',
          id: changed.length === 1 ? changed[0]! : null,
          label: counted(changed.length, 'customer'),
        },
        changes: { [change.field]: group?.name ?? value, customers: changed.length },
      })
    })
    return { found: ids.length, changed: changed.length, before }
  })
}

type Column = { field: CustomersChange['field']; value: unknown }

/** Locks the customers, in the order of their ids. */
async function valuesBefore(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
  { field, value }: Column,
): Promise<CustomersEdit['before']> {
  const column = sql.ref(COLUMNS[field])
  const asked = ids.map((id) => ({ id }))
  const { rows } = await sql<{ id: string; value: CustomersEdit['before'][number]['value'] }>`
    select c.id, c.value from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id, ${column} as value from customer
      where workspace_id = ${workspaceId} and ${indexHint({ id: sql`asked.id` })} limit 1 for no key update) c`.execute(
    db,
  )
  const others = rows.filter((row) => row.value !== value)
  return [...Map.groupBy(others, (row) => row.value)].map(([had, of]) => ({ value: had, ids: of.map(({ id }) => id) }))
}

async function setColumn(
  { db, workspaceId, clock }: WorkspaceContext,
  ids: readonly string[],
  { field, value }: Column,
): Promise<void> {
  await sql`
    update customer set ${sql.ref(COLUMNS[field])} = ${value}, updated_at = ${clock()}
    where ${hasId('customer', workspaceId, ids)}`.execute(db)
}

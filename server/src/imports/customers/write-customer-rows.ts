import { recordPart } from '../../activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { fieldsOf } from '../../customers/customer-fields.ts'
import type { CustomerValues } from '../../customers/customer-fields.ts'
import { differences } from '../../customers/editable-customer.ts'
import type { CustomerItem, PlannedCustomer } from '../../customers/plan-customers.ts'
import { intactCustomers, restoreCustomers } from '../../customers/restore-customers.ts'
import type { CustomerBefore } from '../../customers/restore-customers.ts'
import { groupsOfCustomers } from '../../price-groups/groups-of-customers.ts'
import { movesOfMembership } from '../../price-groups/moves-of-membership.ts'
import { upsertCustomers } from '../../customers/upsert-customers.ts'
import type { WrittenCustomers } from '../../customers/upsert-customers.ts'
import type { Batch, ChosenRow, Undone, UndoneChange, UndoneMoves, Written } from '../import-kind.ts'
import type { NotedChange } from '../note-changes.ts'

/** Writes customers as a bulk call does. */
export async function writeCustomerRows(trx: WorkspaceContext, { rows }: Batch<CustomerItem>): Promise<Written> {
  let written: WrittenCustomers | null = null
  await upsertCustomers(trx, {
    customers: rows.map(({ item }) => item),
    recordPart: async (_, customers) => {
      written = customers
    },
  })
  const { creates = [], updates = [] } = (written as WrittenCustomers | null) ?? {}
  return {
    created: creates.length,
    updated: updates.length,
    unchanged: rows.length - creates.length - updates.length,
    changes: written ? changesOf(rows, written) : [],
  }
}

function changesOf(
  rows: readonly ChosenRow<CustomerItem>[],
  { creates, updates, existing, groups }: WrittenCustomers,
): NotedChange[] {
  const old = new Map(existing.map(({ id, values }) => [id, values]))
  const noted = ({ id, row, values }: PlannedCustomer) => ({
    line: rows[row]!.line,
    recordId: id,
    shownOn: id,
    label: values.name,
  })
  return [
    ...creates.map((one): NotedChange => ({ ...noted(one), kind: 'created', changes: {}, before: null })),
    ...updates.map((one): NotedChange => {
      const before = old.get(one.id)!
      const changes = differences(fieldsOf(before), fieldsOf(one.values), groups)
      return { ...noted(one), kind: 'updated', changes, before }
    }),
  ]
}

/** Gives customers their old values back, and deletes new ones that nothing belongs to. */
export async function undoCustomers(trx: WorkspaceContext, changes: readonly UndoneChange[]): Promise<Undone> {
  const undone = await restoreCustomers(trx, changes.map(beforeOf))
  await recordPart(trx)
  return undone
}

export function intactCustomerRows(context: WorkspaceContext, changes: readonly UndoneChange[]): Promise<string[]> {
  return intactCustomers(context, changes.map(beforeOf))
}

/** What their old price groups would do to prices. */
export function undoneCustomerMoves(context: WorkspaceContext): UndoneMoves {
  const groupOf = new Map<string, string | null>()
  return {
    add: async (changes) => {
      for (const [id, group] of await otherGroupsBefore(context, changes)) groupOf.set(id, group)
    },
    result: () => movesOfMembership(context, groupOf),
  }
}

/** The ids of the old price groups of those who have another one now, by the ids of the customers; null: none. */
async function otherGroupsBefore(context: WorkspaceContext, changes: readonly UndoneChange[]) {
  const old = changes.flatMap(({ recordId: id, before }) =>
    before ? [{ id, group: (before as CustomerValues).group_id ?? null }] : [],
  )
  const present = await groupsOfCustomers(context, old)
  return new Map(old.flatMap(({ id, group }) => (present.get(id) === group ? [] : [[id, group]])))
}

function beforeOf({ recordId: id, before, version }: UndoneChange): CustomerBefore {
  return { id, version, before: before as CustomerValues | null }
}

import { isDeepStrictEqual } from 'node:util'
import { contentVersion } from '../lib/content-version.ts'
import type { WorkspaceContext } from '../context.ts'
import { InvalidInput, NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'
import { CUSTOMER_ENTRIES } from './customer-fields.ts'
import type { CustomerFields } from './customer-fields.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'
import type { PriceGroupNames } from './price-group-names.ts'

export type EditableCustomer = Customer & { version: string }

const FIELDS = CUSTOMER_ENTRIES.map(({ field }) => field)

/** One customer by id, as it is edited; locked until the transaction ends, if the context has one. Throws NotFound. */
export async function editableCustomer(context: WorkspaceContext, id: string): Promise<EditableCustomer> {
  const rows = isUuid(id)
    ? await selectCustomers(context)
        .where('id', '=', id)
        .$if(context.db.isTransaction, (query) => query.forNoKeyUpdate())
        .execute()
    : []
  if (!rows[0]) throw new NotFound(`There is no customer with the id ${quoted(id)}.`)
  return withVersion(shapeCustomer(rows[0]))
}

export function withVersion<C extends Customer>(customer: C): C & EditableCustomer {
  return { ...customer, version: customerVersion(fieldsOfCustomer(customer)) }
}

/** What can be edited of a customer, with the id of its price group. */
export function fieldsOfCustomer(customer: Customer): CustomerFields {
  return { ...customer, group: customer.group?.id ?? null }
}

/** Changes with every change of what can be edited. Without a group, it is as it was before there were groups. */
export function customerVersion(customer: CustomerFields): string {
  const fields = FIELDS.filter((field) => field !== 'group' || customer.group !== null)
  return contentVersion(fields.map((field) => customer[field]))
}

/** The fields that differ, as the activity shows them: the price group by its name. */
export function differences(
  before: CustomerFields,
  after: CustomerFields,
  groups: PriceGroupNames,
): Record<string, { from: unknown; to: unknown }> {
  const shown = (fields: CustomerFields) => ({ ...fields, group: groups.nameOf(fields.group) })
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: shown(before)[field], to: shown(after)[field] }]))
}

/** Throws InvalidInput if another customer has the account code, ignoring case. Lock the list of customers first. */
export async function requireFreeCode(
  { db, workspaceId }: WorkspaceContext,
  accountCode: string | null,
  own: string | null,
): Promise<void> {
  if (accountCode === null) return
  const other = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('account_code_key', '=', matchingKey(accountCode))
    .executeTakeFirst()
  if (!other || other.id === own) return
  throw new InvalidInput([
    { path: 'accountCode', message: `${other.name} has the account code ${quoted(accountCode)}: choose another one.` },
  ])
}

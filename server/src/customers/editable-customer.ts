import { contentVersion } from '../content-version.ts'
import type { WorkspaceContext } from '../context.ts'
import { InvalidInput, NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { isUuid } from '../uuid.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'
import type { CustomerValues } from './plan-customers.ts'

/** The fields that staff edit: for each column, as the API names it. A new column does not compile until it has one. */
export const EDITED_FIELDS = {
  account_code: 'accountCode',
  name: 'name',
  email: 'email',
  phone: 'phone',
  contact_name: 'contactName',
  payment_terms_days: 'paymentTermsDays',
  credit_limit: 'creditLimit',
  po_required: 'poRequired',
  notes: 'notes',
  active: 'active',
} as const satisfies Record<keyof CustomerValues, keyof Customer>

export type EditableCustomer = Customer & { version: string }

const FIELDS = Object.values(EDITED_FIELDS)

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

/** What can be edited of a customer. */
export type EditedFields = Pick<Customer, (typeof FIELDS)[number]>

export function withVersion(customer: Customer): EditableCustomer {
  return { ...customer, version: customerVersion(customer) }
}

/** Changes with every change of what can be edited. */
export function customerVersion(customer: EditedFields): string {
  return contentVersion(FIELDS.map((field) => customer[field]))
}

/** The columns of a customer by the names of their fields. */
export function fieldsOf(values: CustomerValues): EditedFields {
  const entries = Object.entries(EDITED_FIELDS).map(([column, field]) => [
    field,
    values[column as keyof CustomerValues],
  ])
  return Object.fromEntries(entries) as EditedFields
}

/** The fields that differ, as the activity shows them. */
export function differences(before: EditedFields, after: EditedFields): Record<string, { from: unknown; to: unknown }> {
  const changed = FIELDS.filter((field) => before[field] !== after[field])
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
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

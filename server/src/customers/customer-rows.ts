import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ENTRIES } from './customer-fields.ts'
import type { CUSTOMER_FIELDS, CustomerField, CustomerFields } from './customer-fields.ts'

/** A customer as the API shows it. */
export type Customer = { id: string } & CustomerFields & { createdAt: string; updatedAt: string }

/** `account_code as accountCode`, and so on. */
type Selected = { [F in CustomerField]: `${(typeof CUSTOMER_FIELDS)[F]['column']} as ${F}` }[CustomerField]
const SELECTED = CUSTOMER_ENTRIES.map(({ field, column }) => `${column} as ${field}` as Selected)

/** Selects the customers of the workspace, for shapeCustomer. */
export function selectCustomers({ db, workspaceId }: WorkspaceContext) {
  return db
    .selectFrom('customer')
    .select(['id', ...SELECTED, 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
}

/** With ISO times; whatever else was selected stays. */
export function shapeCustomer<Row extends { created_at: Date; updated_at: Date }>(row: Row) {
  const { created_at, updated_at, ...customer } = row
  return { ...customer, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() }
}

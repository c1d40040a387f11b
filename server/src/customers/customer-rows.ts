import type { WorkspaceContext } from '../context.ts'
import { sql } from 'kysely'
import { CUSTOMER_ENTRIES } from './customer-fields.ts'
import type { CUSTOMER_FIELDS, CustomerField, CustomerFields } from './customer-fields.ts'
import type { PriceGroupRef } from './find-price-group.ts'

/** A customer as the API shows it. */
export type Customer = { id: string } & Omit<CustomerFields, 'group'> & {
    group: PriceGroupRef | null
    createdAt: string
    updatedAt: string
  }

/** `account_code as accountCode`, and so on. */
type Selected = {
  [F in Exclude<CustomerField, 'group'>]: `${(typeof CUSTOMER_FIELDS)[F]['column']} as ${F}`
}[Exclude<CustomerField, 'group'>]
const SELECTED = CUSTOMER_ENTRIES.filter(({ field }) => field !== 'group').map(
  ({ field, column }) => `${column} as ${field}` as Selected,
)

/** Selects the customers of the workspace, for shapeCustomer. */
export function selectCustomers({ db, workspaceId }: WorkspaceContext) {
  return db
    .selectFrom('customer')
    .select(['id', ...SELECTED, 'created_at', 'updated_at'])
    .select(
      sql<PriceGroupRef | null>`(
        select json_build_object('id', g.id, 'name', g.name) from price_group g
        where g.workspace_id = ${workspaceId} and g.id = customer.group_id)`.as('group'),
    )
    .where('workspace_id', '=', workspaceId)
}

/** With ISO times; whatever else was selected stays. */
export function shapeCustomer<Row extends { created_at: Date; updated_at: Date }>(row: Row) {
  const { created_at, updated_at, ...customer } = row
  return { ...customer, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() }
}

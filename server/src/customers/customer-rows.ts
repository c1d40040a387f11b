import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'

/** A customer as the API shows it. */
export type Customer = {
  id: string
  accountCode: string | null
  name: string
  email: string | null
  phone: string | null
  contactName: string | null
  paymentTermsDays: number | null
  /** Minor units. */
  creditLimit: number | null
  poRequired: boolean
  notes: string | null
  active: boolean
  createdAt: string
  updatedAt: string
}

/** Selects the customers of the workspace, for shapeCustomer. */
export function selectCustomers({ db, workspaceId }: WorkspaceContext) {
  return db
    .selectFrom('customer')
    .select([
      'id',
      'account_code',
      'name',
      'email',
      'phone',
      'contact_name',
      'payment_terms_days',
      'credit_limit',
      'po_required',
      'notes',
      'active',
      'created_at',
      'updated_at',
    ])
    .where('workspace_id', '=', workspaceId)
}

export function shapeCustomer(
  row: Omit<Row<'customer'>, 'workspace_id' | 'account_code_key' | 'name_key' | 'email_key'>,
): Customer {
  return {
    id: row.id,
    accountCode: row.account_code,
    name: row.name,
    email: row.email,
    phone: row.phone,
    contactName: row.contact_name,
    paymentTermsDays: row.payment_terms_days,
    creditLimit: row.credit_limit,
    poRequired: row.po_required,
    notes: row.notes,
    active: row.active,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

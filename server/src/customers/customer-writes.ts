import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'
import type { CustomerValues, StoredCustomer } from './plan-customers.ts'

/** The columns that a write sets, with their types: the shape of its rows. */
const COLUMNS = `id uuid, account_code text, account_code_key text, name text, name_key text, email text, email_key text,
  phone text, contact_name text, payment_terms_days integer, credit_limit bigint, po_required boolean, notes text,
  active boolean`

/** What customers are looked for by, as matching keys. */
export type CustomerKeys = { codes: readonly string[]; emails: readonly string[]; names: readonly string[] }

/**
 * Lets one call at a time create and match customers in the workspace: neither e-mails nor names are unique, so that
 * only this keeps two calls from creating the same customer twice. What refers to the workspace is not held up.
 */
export async function lockCustomerList({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
}

/** The customers that have one of the keys, locked until the transaction ends. */
export async function lockCustomers(
  { db, workspaceId }: WorkspaceContext,
  { codes, emails, names }: CustomerKeys,
): Promise<StoredCustomer[]> {
  const wanted = sql`workspace_id = ${workspaceId} and (account_code_key = any(${textArray(codes)})
    or email_key = any(${textArray(emails)}) or name_key = any(${textArray(names)}))`
  const { rows } = await sql<CustomerValues & { id: string }>`
    select id, account_code, name, email, phone, contact_name, payment_terms_days, credit_limit, po_required, notes,
      active
    from customer where ${wanted} order by id for no key update`.execute(db)
  return rows.map(({ id, ...values }) => ({ id, values }))
}

export async function insertCustomers(
  { db, workspaceId, clock }: WorkspaceContext,
  customers: readonly StoredCustomer[],
): Promise<void> {
  if (customers.length === 0) return
  await sql`
    insert into customer (workspace_id, id, account_code, account_code_key, name, name_key, email, email_key, phone,
      contact_name, payment_terms_days, credit_limit, po_required, notes, active, created_at, updated_at)
    select ${workspaceId}, id, account_code, account_code_key, name, name_key, email, email_key, phone,
      contact_name, payment_terms_days, credit_limit, po_required, notes, active, ${clock()}, ${clock()}
    from ${rowset(customers.map(columns), COLUMNS)}`.execute(db)
}

/** Writes all values of the customers, which must be locked. */
export async function updateCustomers(
  { db, workspaceId, clock }: WorkspaceContext,
  customers: readonly StoredCustomer[],
): Promise<void> {
  if (customers.length === 0) return
  await sql`
    update customer c set account_code = row.account_code, account_code_key = row.account_code_key, name = row.name,
      name_key = row.name_key, email = row.email, email_key = row.email_key, phone = row.phone,
      contact_name = row.contact_name, payment_terms_days = row.payment_terms_days, credit_limit = row.credit_limit,
      po_required = row.po_required, notes = row.notes, active = row.active, updated_at = ${clock()}
    from ${rowset(customers.map(columns), COLUMNS)}
    where c.workspace_id = ${workspaceId} and c.id = row.id`.execute(db)
}

function columns({ id, values }: StoredCustomer) {
  return {
    id,
    ...values,
    account_code_key: values.account_code === null ? null : matchingKey(values.account_code),
    name_key: matchingKey(values.name),
    email_key: values.email === null ? null : matchingKey(values.email),
  }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'
import { ENOUGH_TO_TELL, wantedCustomers } from './plan-customers.ts'
import type { CustomerItem, CustomerValues, Matcher, StoredCustomer } from './plan-customers.ts'

/** The columns that a write sets, with their types. */
const COLUMNS = {
  id: 'uuid',
  account_code: 'text',
  account_code_key: 'text',
  name: 'text',
  name_key: 'text',
  email: 'text',
  email_key: 'text',
  phone: 'text',
  contact_name: 'text',
  payment_terms_days: 'integer',
  credit_limit: 'bigint',
  po_required: 'boolean',
  notes: 'text',
  active: 'boolean',
}
const NAMES = sql.raw(Object.keys(COLUMNS).join(', '))
const ROW = Object.entries(COLUMNS)
  .map((column) => column.join(' '))
  .join(', ')
const NEW_VALUES = sql.raw(
  Object.keys(COLUMNS)
    .filter((column) => column !== 'id')
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
)

/**
 * Lets one call at a time create, match and delete customers in the workspace: neither e-mails nor names are unique, so
 * that only this keeps two calls from creating the same customer twice. What refers to the workspace is not held up.
 */
export async function lockCustomerList({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
}

/**
 * The customers that tell what the rows mean, locked until the transaction ends: of those who share an e-mail or a name
 * the few that are enough for planCustomers, however many there are. Call it with the list locked, so that none of them
 * goes meanwhile.
 */
export async function lockCustomers(
  { db, workspaceId }: WorkspaceContext,
  items: readonly CustomerItem[],
): Promise<StoredCustomer[]> {
  const { rows } = await sql<CustomerValues & { id: string }>`
    select found.* from ${rowset(wantedCustomers(items), 'by text, key text, uncoded boolean', 'asked')}
    cross join lateral (
      ${lockMatching(workspaceId, 'accountCode', 'any')}
      union all ${lockMatching(workspaceId, 'email', 'any')}
      union all ${lockMatching(workspaceId, 'email', 'uncoded')}
      union all ${lockMatching(workspaceId, 'name', 'any')}
      union all ${lockMatching(workspaceId, 'name', 'uncoded')}
      offset 0) found`.execute(db)
  // Some are found by several keys.
  return [...new Map(rows.map(({ id, ...values }) => [id, { id, values }])).values()]
}

const KEY_COLUMNS: Record<Matcher, string> = { accountCode: 'account_code_key', email: 'email_key', name: 'name_key' }

/**
 * What answers the row of `asked` if it asks so. The order is the one of the index that is meant, and "between", unlike
 * "equals", leaves it something to order: whatever the planner knows of the table, no other index fits as well.
 */
function lockMatching(workspaceId: string, by: Matcher, which: 'any' | 'uncoded'): RawBuilder<unknown> {
  const key = sql.ref(KEY_COLUMNS[by])
  const uncoded = which === 'uncoded'
  return sql`select * from (
    select id, account_code, name, email, phone, contact_name, payment_terms_days, credit_limit, po_required, notes,
      active
    from customer
    where workspace_id = ${workspaceId} and asked.by = ${sql.lit(by)} and asked.uncoded = ${sql.lit(uncoded)}
      and ${key} between asked.key and asked.key ${uncoded ? sql`and account_code_key is null` : sql``}
    order by ${key} ${uncoded ? sql`, id` : sql``} limit ${sql.lit(ENOUGH_TO_TELL)} for no key update) ${sql.ref(by)}`
}

/** Creates the customers, or writes all values of those that are there, which must be locked. */
export async function writeCustomers(
  { db, workspaceId, clock }: WorkspaceContext,
  customers: readonly StoredCustomer[],
): Promise<void> {
  if (customers.length === 0) return
  const now = clock()
  await sql`
    insert into customer (workspace_id, created_at, updated_at, ${NAMES})
    select ${workspaceId}, ${now}, ${now}, ${NAMES} from ${rowset(customers.map(columns), ROW)}
    on conflict (workspace_id, id) do update set updated_at = excluded.updated_at, ${NEW_VALUES}`.execute(db)
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

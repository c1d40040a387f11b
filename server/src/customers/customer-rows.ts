import type { WorkspaceContext } from '../context.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { CUSTOMER_ENTRIES } from './customer-fields.ts'
import type { CUSTOMER_FIELDS, CustomerField, CustomerFields, CustomerValues } from './customer-fields.ts'
import type { PriceGroupRef } from './term-owner.ts'
import { rowset, uuidArray } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { recordPastGroups, MATCHES_NEEDED, wantedCustomers } from './plan-customers.ts'
import type { CustomerItem, Matcher, StoredCustomer } from './plan-customers.ts'
import { readFeed } from '../workspaces/feeds/read-feed.ts'
import type { AskedPage } from '../workspaces/feeds/read-feed.ts'

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

/** The columns that a write sets, with their types. */
const COLUMNS = {
  id: 'uuid',
  ...Object.fromEntries(CUSTOMER_ENTRIES.map(({ column, type = 'text' }) => [column, type])),
  account_code_key: 'text',
  name_key: 'text',
  email_key: 'text',
}
export const VALUES = sql.raw(CUSTOMER_ENTRIES.map(({ column }) => column).join(', '))
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
 * A lock for calls that create, match or delete customers of the workspace: one call at a time. E-mails and names are
 * not unique, so only this lock keeps two calls from creating the same customer twice. Foreign keys to the workspace do
 * not wait.
 */
export async function lockCustomerList({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
}

/**
 * The customers that the rows may match; in a transaction, locked until it ends. Of customers with the same e-mail or
 * name it reads only as many as planCustomers needs. Lock the list first, so that none of them is deleted meanwhile.
 */
export async function findMatching(
  { db, workspaceId }: WorkspaceContext,
  items: readonly CustomerItem[],
): Promise<StoredCustomer[]> {
  const { rows } = await sql<CustomerValues & { id: string }>`
    select found.* from ${rowset(wantedCustomers(items), 'by text, key text, uncoded boolean', 'asked')}
    cross join lateral (
      ${matching({ db, workspaceId }, 'accountCode', 'any')}
      union all ${matching({ db, workspaceId }, 'email', 'any')}
      union all ${matching({ db, workspaceId }, 'email', 'uncoded')}
      union all ${matching({ db, workspaceId }, 'name', 'any')}
      union all ${matching({ db, workspaceId }, 'name', 'uncoded')}
      offset 0) found`.execute(db)
  // Several keys may find the same customer.
  return [...new Map(rows.map(({ id, ...values }) => [id, { id, values }])).values()]
}

const KEY_COLUMNS: Record<Matcher, string> = { accountCode: 'account_code_key', email: 'email_key', name: 'name_key' }

/** The matches for a row of `asked` with this key. */
function matching(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  by: Matcher,
  which: 'any' | 'uncoded',
): RawBuilder<unknown> {
  const lock = db.isTransaction ? sql`for no key update` : sql``
  const key = sql.ref(KEY_COLUMNS[by])
  const uncoded = which === 'uncoded'
  return sql`select * from (
    select id, ${VALUES} from customer
    where workspace_id = ${workspaceId} and asked.by = ${sql.lit(by)} and asked.uncoded = ${sql.lit(uncoded)}
      and ${key} = asked.key ${uncoded ? sql`and account_code_key is null` : sql``}
    ${uncoded ? sql`order by id` : sql``} limit ${sql.lit(MATCHES_NEEDED)} ${lock}) ${sql.ref(by)}`
}

/** Upserts the customers: creates new ones, and writes all values of existing ones, which must be locked. */
export async function writeCustomers(trx: WorkspaceContext, customers: readonly StoredCustomer[]): Promise<void> {
  if (customers.length === 0) return
  const { db, workspaceId, clock } = trx
  const asked = customers.map(({ id, values }) => ({ id, group_id: values.group_id }))
  await recordPastGroups(trx, rowset(asked, 'id uuid, group_id uuid', 'asked'))
  const now = clock()
  await sql`
    insert into customer (workspace_id, created_at, updated_at, ${NAMES})
    select ${workspaceId}, ${now}, ${now}, ${NAMES} from ${rowset(customers.map(columns), ROW)}
    on conflict (workspace_id, id) do update set
      updated_at = excluded.updated_at, version = customer.version + 1, ${NEW_VALUES}`.execute(db)
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

/** A page of the feed of customers, whose fields, own terms or buyers have changed, as lists show them. See `readFeed`. */
export function readCustomerFeed(context: WorkspaceContext, asked: AskedPage) {
  return readFeed(context, asked, {
    kind: 'customer',
    name: 'customers',
    read: async (ids) => {
      const rows = await selectCustomers(context)
        .where(sql<boolean>`id = any(${uuidArray(ids)})`)
        .execute()
      return new Map(rows.map((row) => [row.id, shapeCustomer(row)]))
    },
    entry: ({ id: customerId, at, code }, customer) => {
      const accountCode = customer === null ? code : customer.accountCode
      return { customerId, accountCode, at, deleted: customer === null, customer }
    },
  })
}

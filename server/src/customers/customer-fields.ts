import type { Row } from '../database/tables.ts'
import type { WorkspaceContext } from '../context.ts'
import { sql } from 'kysely'
import { askedIds } from '../database/rowset.ts'
import { InvalidRequest } from '../errors.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-state.ts'
import type { CustomerRef } from './find-customer.ts'
import type { TermOwner } from './term-owner.ts'

/** What is to know of a field of a customer that a bulk call, staff and files can set. */
type Field = {
  /** As messages and the import name it. */
  label: string
  column: keyof Row<'customer'>
  /** The SQL type of the column, if it is not text. */
  type?: 'integer' | 'bigint' | 'boolean' | 'jsonb' | 'uuid'
  /** Its value in a new customer, where it is left out. Else null. */
  initial?: boolean | readonly []
  /** A file may empty it, where staff choose that for its column. Not what tells customers apart. */
  clearable?: true
  /** Usual headers of its column in a file, most likely first, without case, space and punctuation. */
  headers?: string
  /** Header and width of its column in an exported file. */
  exported?: readonly [header: string, width: number]
}

/** Columns of a file are mapped to fields in this order, and exported in it, but for the notes, which come last. */
export const CUSTOMER_FIELDS = {
  accountCode: {
    label: 'Account code',
    column: 'account_code',
    headers: 'accountcode account accountno accountnumber customercode customerno customernumber customerid',
    exported: ['Account code', 16],
  },
  name: {
    label: 'Name',
    column: 'name',
    headers: 'name customer customername company companyname accountname tradingname',
    exported: ['Name', 36],
  },
  email: {
    label: 'E-mail',
    column: 'email',
    headers: 'email emailaddress contactemail mail',
    exported: ['E-mail', 30],
  },
  phone: {
    label: 'Phone',
    column: 'phone',
    clearable: true,
    headers: 'phone phonenumber telephone telephonenumber tel mobile',
    exported: ['Phone', 18],
  },
  contactName: {
    label: 'Contact name',
    column: 'contact_name',
    clearable: true,
    headers: 'contactname contact contactperson buyer',
    exported: ['Contact name', 20],
  },
  paymentTermsDays: {
    label: 'Payment terms days',
    column: 'payment_terms_days',
    type: 'integer',
    clearable: true,
    headers: 'paymenttermsdays paymentterms termsdays terms creditdays',
    exported: ['Payment terms days', 18],
  },
  creditLimit: {
    label: 'Credit limit',
    column: 'credit_limit',
    type: 'bigint',
    clearable: true,
    headers: 'creditlimit credit',
    exported: ['Credit limit', 14],
  },
  openBalance: {
    label: 'Open balance',
    column: 'open_balance',
    type: 'bigint',
    clearable: true,
    headers: 'openbalance balance outstanding outstandingbalance amountdue accountbalance',
    exported: ['Open balance', 14],
  },
  /** Null: that of its price group, else that of the workspace. */
  minOrderValue: {
    label: 'Minimum order value',
    column: 'min_order_value',
    type: 'bigint',
    clearable: true,
    headers: 'minimumordervalue minordervalue minimumorder minorder',
    exported: ['Minimum order value', 18],
  },
  poRequired: {
    label: 'PO number required',
    column: 'po_required',
    type: 'boolean',
    initial: false,
    headers: 'porequired ponumberrequired purchaseorderrequired',
    exported: ['PO required', 12],
  },
  /** The price group: callers and files give its name, `price-group-names.ts` finds its id. */
  group: {
    label: 'Group',
    column: 'group_id',
    type: 'uuid',
    clearable: true,
    headers: 'group pricegroup customergroup pricelist tier',
    exported: ['Group', 14],
  },
  notes: {
    label: 'Notes',
    column: 'notes',
    clearable: true,
    headers: 'notes note comments comment remarks',
    exported: ['Notes', 40],
  },
  active: {
    label: 'Active',
    column: 'active',
    type: 'boolean',
    initial: true,
    headers: 'active',
    exported: ['Active', 8],
  },
  addresses: { label: 'Delivery addresses', column: 'addresses', type: 'jsonb', initial: [] },
} as const satisfies Record<string, Field>

type Fields = typeof CUSTOMER_FIELDS
export type CustomerField = keyof Fields
/** A field that a file can hold. */
export type CustomerFileField = {
  [F in CustomerField]: Fields[F] extends { exported: unknown } ? F : never
}[CustomerField]
type Column = Fields[CustomerField]['column']

/** What can be set of a customer, by field. Minor units; the price group by its id. */
export type CustomerFields = { [F in CustomerField]: Row<'customer'>[Fields[F]['column']] }
/** The same by column. */
export type CustomerValues = Pick<Row<'customer'>, Column>

export const CUSTOMER_ENTRIES = (Object.keys(CUSTOMER_FIELDS) as CustomerField[]).map(
  (field): Field & { field: CustomerField; column: Column } => ({ field, ...CUSTOMER_FIELDS[field] }),
)

export const CUSTOMER_FILE_FIELDS = (Object.keys(CUSTOMER_FIELDS) as CustomerField[]).filter(
  (field): field is CustomerFileField => 'exported' in CUSTOMER_FIELDS[field],
)

export function fieldsOf(values: CustomerValues): CustomerFields {
  return Object.fromEntries(CUSTOMER_ENTRIES.map(({ field, column }) => [field, values[column]])) as CustomerFields
}

export function valuesOf(fields: CustomerFields): CustomerValues {
  return Object.fromEntries(CUSTOMER_ENTRIES.map(({ field, column }) => [column, fields[field]])) as CustomerValues
}

/** The workspace, and the customer that is asked about. */
export type CustomerContext = WorkspaceContext & { customerId: string }

/** For each table: the limit for one customer or price group, the word for its rows, and advice. */
const LIMITED = {
  agreed_price: {
    most: WORKSPACE_LIMITS.agreedPricesOfCustomer,
    called: 'agreed prices',
    advice: ' Remove some first, for example those that have ended.',
  },
  discount_rule: {
    most: WORKSPACE_LIMITS.discountsOfCustomer,
    called: 'discounts',
    advice: ' Remove some first, or give one on everything.',
  },
  buyer: { most: WORKSPACE_LIMITS.buyersOfCustomer, called: 'buyers', advice: '' },
} as const

/**
 * Throws InvalidRequest if the customer or price group has reached the limit of the table. Lock it first, so that no
 * concurrent call adds a row.
 */
export async function requireBelowLimit(
  { db, workspaceId }: WorkspaceContext,
  table: keyof typeof LIMITED,
  { id, name, column = 'customer_id' }: Pick<CustomerRef, 'id' | 'name'> & { column?: TermOwner['column'] },
): Promise<void> {
  const { most, called, advice } = LIMITED[table]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(table)} where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${id}
      limit ${most}) counted`.execute(db)
  if (Number(rows[0]!.count) < most) return
  throw new InvalidRequest(`${name} has ${most} ${called}, which is the limit.${advice}`)
}

/** How many rows of the table a customer or price group has; how many customers are in a price group. */
export async function countOfOwner(
  { db, workspaceId }: WorkspaceContext,
  table: 'agreed_price' | 'discount_rule' | 'customer',
  { id, column }: Pick<TermOwner, 'id' | 'column'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
    where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${id}`.execute(db)
  return rows[0]!.count
}

/** How many rows of the table each of these customers has. */
export async function countOfCustomers(
  { db, workspaceId }: WorkspaceContext,
  table: 'agreed_price' | 'discount_rule',
  customerIds: readonly string[],
): Promise<Map<string, number>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number }>`
    select asked.id, counted.count from ${askedIds(customerIds)} cross join lateral (
      select count(*)::integer as count from (
        select from ${sql.table(table)}
        where workspace_id = ${workspaceId} and customer_id = asked.id) theirs) counted`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Says that a customer would have more of the table's rows than it can. */
export function tooMany(table: 'agreed_price' | 'discount_rule', { name }: Pick<CustomerRef, 'name'>): string {
  const { most, called, advice } = LIMITED[table]
  return `${name} would have more than ${most} ${called}, which is the limit.${advice}`
}

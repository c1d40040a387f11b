import { changedMeanwhile } from '../workspaces/activity/changed-meanwhile.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { noteGone } from '../workspaces/activity/record-changes.ts'
import type { WorkspaceContext } from '../context.ts'
import { sql } from 'kysely'
import { invalidField, InvalidInput, NotFound, quoted } from '../errors.ts'
import { inTransaction } from '../database/transaction.ts'
import { repeatedIds, sourceOf, withIds } from './addresses.ts'
import { valuesOf, CUSTOMER_ENTRIES } from './customer-fields.ts'
import type { CustomerFields } from './customer-fields.ts'
import { lockCustomerList, writeCustomers, selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'
import { priceGroupNames, withGroupIds, changed, NEW_CUSTOMER } from './plan-customers.ts'
import type { CustomerItem, PriceGroupNames } from './plan-customers.ts'
import { isDeepStrictEqual } from 'node:util'
import { contentVersion } from '../lib/content-version.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { uuidOf } from '../lib/uuid.ts'
import { randomUUIDv7 } from 'node:crypto'
import { lockNames } from '../workspaces/lock-names.ts'
import { lockCustomer } from './find-customer.ts'

type CustomerEdit = Partial<CustomerItem> & { id: string; version: string }

/**
 * Changes fields of one customer. A field that is left out keeps its value; null clears it. A save that changes nothing
 * writes nothing. Throws NotFound; Conflict if the customer has another version by now; and InvalidInput if another
 * customer has the account code.
 */
export async function editCustomer(
  context: WorkspaceContext,
  { id, version, ...fields }: CustomerEdit,
): Promise<EditableCustomer> {
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    const before = await editableCustomer(trx, id)
    if (before.version !== version) throw await changedMeanwhile(trx, before.id)
    const repeated = repeatedIds(fields.addresses ?? [], 'addresses')
    if (repeated.length > 0) throw new InvalidInput(repeated)
    const addresses = fields.addresses
      ? withIds(fields.addresses, before.addresses, sourceOf(trx.actor))
      : before.addresses
    const groups = await priceGroupNames(trx)
    const [named] = withGroupIds([fields], groups, () => '')
    const present = fieldsOfCustomer(before)
    const wanted = { ...present, ...sent(named!), addresses }
    const changes = differences(present, wanted, groups)
    if (Object.keys(changes).length === 0) return before
    await requireFreeCode(trx, wanted.accountCode, before.id)
    await writeCustomers(trx, [{ id: before.id, values: valuesOf(wanted) }])
    await recordActivity(trx, {
      action: 'customer.update',
      subject: { type: 'customer', id: before.id, label: wanted.name },
      changes,
    })
    return editableCustomer(trx, id)
  })
}

/** Without the fields that were left out. */
function sent(fields: Partial<CustomerItem>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type EditableCustomer = Customer & { version: string }

const FIELDS = CUSTOMER_ENTRIES.map(({ field }) => field)

/** One customer by id, as it is edited; locked until the transaction ends, if the context has one. Throws NotFound. */
export async function editableCustomer(context: WorkspaceContext, id: string): Promise<EditableCustomer> {
  const row = await selectCustomers(context)
    .where('id', '=', uuidOf(id))
    .$if(context.db.isTransaction, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) throw new NotFound(`There is no customer with the id ${quoted(id)}.`)
  return withVersion(shapeCustomer(row))
}

export function withVersion<C extends Customer>(customer: C): C & EditableCustomer {
  return { ...customer, version: customerVersion(fieldsOfCustomer(customer)) }
}

/** What can be edited of a customer, with the id of its price group. */
function fieldsOfCustomer(customer: Customer): CustomerFields {
  return { ...customer, group: customer.group?.id ?? null }
}

/** Changes with every change of what can be edited. Without a group, it is as it was before there were groups. */
function customerVersion(customer: CustomerFields): string {
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
async function requireFreeCode(
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
  throw invalidField('accountCode', `${other.name} has the account code ${quoted(accountCode)}: choose another one.`)
}

/** Adds one customer. Throws InvalidInput if another customer has the account code. Names and e-mails may be shared. */
export async function addCustomer(context: WorkspaceContext, input: CustomerItem): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    await lockCustomerList(trx)
    const [named] = withGroupIds([input], await priceGroupNames(trx), () => '')
    const values = changed(NEW_CUSTOMER, named!, sourceOf(trx.actor))
    const issues = repeatedIds(input.addresses ?? [], 'addresses')
    if (issues.length > 0) throw new InvalidInput(issues)
    await requireFreeCode(trx, values.account_code, null)
    const id = randomUUIDv7()
    await writeCustomers(trx, [{ id, values }])
    await recordActivity(trx, {
      action: 'customer.create',
      subject: { type: 'customer', id, label: values.name },
      changes: { accountCode: values.account_code, email: values.email },
    })
    return { id }
  })
}

/**
 * Deletes a customer with its discounts, agreed prices, buyers and product access. Its orders stay.
 * Throws NotFound, naming the customer.
 */
export async function deleteCustomer(context: WorkspaceContext, input: { customer: string }): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    await lockCustomerList(trx)
    const { id, accountCode, name } = await lockCustomer(trx, input.customer, 'delete')
    const gone = await countTerms(trx, id)
    await noteGone(trx, 'customer', sql`workspace_id = ${trx.workspaceId} and id = ${id}`)
    // The foreign keys cascade to its terms and buyers.
    await trx.db.deleteFrom('customer').where('workspace_id', '=', trx.workspaceId).where('id', '=', id).execute()
    await recordActivity(trx, {
      action: 'customer.delete',
      subject: { type: 'customer', id, label: name },
      changes: { accountCode, ...gone },
    })
  })
}

async function countTerms({ db, workspaceId }: WorkspaceContext, customerId: string) {
  const count = (table: 'discount_rule' | 'agreed_price' | 'buyer') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('customer_id', '=', customerId)
  return db
    .selectNoFrom([
      count('discount_rule').as('discountRules'),
      count('agreed_price').as('agreedPrices'),
      count('buyer').as('buyers'),
    ])
    .executeTakeFirstOrThrow()
}

import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { repeatedIds, withIds } from './addresses.ts'
import type { CustomerAddress } from '../database/column-values.ts'
import type { SentAddress } from './addresses.ts'
import { CUSTOMER_ENTRIES } from './customer-fields.ts'
import type { CustomerField, CustomerFields, CustomerValues } from './customer-fields.ts'
import type { WorkspaceContext } from '../context.ts'
import type { PriceGroupRef } from './term-owner.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nextChangeTime } from '../workspaces/activity/product-changes.ts'

/** A customer as the caller sends it. A field that is left out keeps its value; null clears it. */
export type CustomerItem = { name: string; addresses?: readonly SentAddress[] | undefined } & {
  [F in Exclude<CustomerField, 'addresses'>]?: CustomerFields[F] | undefined
}

export type StoredCustomer = { id: string; values: CustomerValues }

/** A customer to write, and the row of the call that says so. */
export type PlannedCustomer = StoredCustomer & { row: number }

export type CustomerPlan = {
  creates: PlannedCustomer[]
  /** Existing customers with a change. The others are not written. */
  updates: PlannedCustomer[]
}

/** The fields that match rows with customers, in this order. */
const MATCHERS = ['accountCode', 'email', 'name'] as const
export type Matcher = (typeof MATCHERS)[number]
type Match = { by: Matcher; found: StoredCustomer[] }

/** The values of a new customer that the caller does not give. */
export const NEW_CUSTOMER = Object.fromEntries(
  CUSTOMER_ENTRIES.map(({ column, initial = null }): [string, unknown] => [column, initial]),
) as CustomerValues

const WORDS: Record<Matcher, string> = { accountCode: 'account code', email: 'e-mail', name: 'name' }

/**
 * How many customers with the same e-mail or name to read. Two are enough to tell none, one, and several apart. They
 * are also enough for the check of the state after the call: a row that matched by code matches by code again, and any
 * other row has matched at most one customer, which it has changed.
 */
export const MATCHES_NEEDED = 2

/** A lookup of customers by a matching key; with `uncoded`, only of customers without an account code. */
type WantedCustomers = { by: Matcher; key: string; uncoded: boolean }

/**
 * The lookups for a call, without duplicates. A code matches one customer. For an e-mail or name, MATCHES_NEEDED
 * customers are enough. A row with a code matches only customers without another code.
 */
export function wantedCustomers(items: readonly CustomerItem[]): WantedCustomers[] {
  const wanted = items.flatMap((item) =>
    MATCHERS.flatMap((by) => {
      const value = item[by]
      return value ? [{ by, key: matchingKey(value), uncoded: by !== 'accountCode' && Boolean(item.accountCode) }] : []
    }),
  )
  return [...new Map(wanted.map((one) => [`${one.by} ${one.uncoded} ${one.key}`, one])).values()]
}

/**
 * Plans the writes of a call. Pure. `existing` has the customers of wantedCustomers, each once. Other customers in it
 * do not matter. Throws InvalidInput if a row matches several customers, or several rows match one: before the call, or
 * in the state after it. So the call is idempotent: a repeat matches the same customers.
 */
export function planCustomers(
  items: readonly CustomerItem[],
  existing: readonly StoredCustomer[],
  source: CustomerAddress['source'] = 'staff',
): CustomerPlan {
  const issues: Issue[] = []
  const directory = new Directory(existing)
  const planned = new Map<string, { row: number; before: StoredCustomer | undefined; after: StoredCustomer }>()
  items.forEach((item, row) => {
    issues.push(...repeatedIds(item.addresses ?? [], `customers.${row}.addresses`))
    const { by, found } = directory.match(item)
    const before = found[0]
    const earlier = before && planned.get(before.id)
    if (found.length > 1) issues.push(ambiguous(item, row, by))
    else if (earlier) issues.push(repeated(item, row, by, earlier.row))
    else {
      const after = { id: before?.id ?? randomUUIDv7(), values: changed(before?.values ?? NEW_CUSTOMER, item, source) }
      planned.set(after.id, { row, before, after })
      if (!before) directory.add(after)
    }
  })
  if (issues.length === 0) issues.push(...ambiguousAfterwards(items, existing, [...planned.values()]))
  if (issues.length > 0) throw new InvalidInput(issues)
  const rows = [...planned.values()]
  return {
    creates: rows.filter(({ before }) => !before).map(({ after, row }) => ({ ...after, row })),
    updates: rows
      .filter(({ before, after }) => before && differs(before.values, after.values))
      .map(({ after, row }) => ({ ...after, row })),
  }
}

/** An index of customers by their matching keys. */
class Directory {
  #entries = new Map<string, StoredCustomer[]>()

  constructor(customers: readonly StoredCustomer[]) {
    for (const customer of customers) this.add(customer)
  }

  add(customer: StoredCustomer): void {
    const { account_code, email, name } = customer.values
    for (const entry of [entryOf('accountCode', account_code), entryOf('email', email), entryOf('name', name)]) {
      if (entry !== null) this.#entries.getOrInsertComputed(entry, () => []).push(customer)
    }
  }

  /** The customers that match a row: by code, else by e-mail, else by name. */
  match(item: CustomerItem): Match {
    const byCode = this.#find(entryOf('accountCode', item.accountCode))
    if (byCode.length > 0) return { by: 'accountCode', found: byCode }
    // A row with a code never changes a customer with another code.
    const mayBe = ({ values }: StoredCustomer) => !item.accountCode || values.account_code === null
    const byEmail = this.#find(entryOf('email', item.email)).filter(mayBe)
    if (byEmail.length > 0) return { by: 'email', found: byEmail }
    return { by: 'name', found: this.#find(entryOf('name', item.name)).filter(mayBe) }
  }

  #find(entry: string | null): StoredCustomer[] {
    return entry === null ? [] : (this.#entries.get(entry) ?? [])
  }
}

function entryOf(by: Matcher, value: string | null | undefined): string | null {
  return value ? `${by} ${matchingKey(value)}` : null
}

/** A field that is left out keeps its value; null clears it. A code keeps its first spelling. */
export function changed(before: CustomerValues, item: CustomerItem, source: CustomerAddress['source']): CustomerValues {
  const sameCode =
    item.accountCode && before.account_code && matchingKey(item.accountCode) === matchingKey(before.account_code)
  const after = { ...before } as Record<string, unknown>
  for (const { field, column } of CUSTOMER_ENTRIES) if (item[field] !== undefined) after[column] = item[field]
  if (item.addresses) after['addresses'] = withIds(item.addresses, before.addresses, source)
  return { ...(after as CustomerValues), ...(sameCode && { account_code: before.account_code }) }
}

function differs(before: CustomerValues, after: CustomerValues): boolean {
  return (Object.keys(after) as (keyof CustomerValues)[]).some(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
}

/**
 * Rows that would match several customers on a repeat of the call, because another row sets the same e-mail or name.
 */
function ambiguousAfterwards(
  items: readonly CustomerItem[],
  existing: readonly StoredCustomer[],
  planned: readonly { after: StoredCustomer }[],
): Issue[] {
  const untouched = new Map(existing.map((customer) => [customer.id, customer]))
  for (const { after } of planned) untouched.delete(after.id)
  const directory = new Directory([...untouched.values(), ...planned.map(({ after }) => after)])
  return items.flatMap((item, row) => {
    const { by, found } = directory.match(item)
    return found.length > 1 ? [ambiguous(item, row, by)] : []
  })
}

function ambiguous(item: CustomerItem, row: number, by: Matcher): Issue {
  return {
    path: `customers.${row}.${by}`,
    message:
      `More than one customer has the ${WORDS[by]} "${item[by]}", or would have it after this call: ` +
      'choose one by account code.',
  }
}

function repeated(item: CustomerItem, row: number, by: Matcher, earlier: number): Issue {
  return {
    path: `customers.${row}.${by}`,
    message: `This row and customers.${earlier} match the same customer, here by the ${WORDS[by]} "${item[by]}": send each customer once.`,
  }
}

/** The price groups of a workspace: they are few. */
export class PriceGroupNames {
  readonly #byKey: ReadonlyMap<string, PriceGroupRef>
  readonly #byId: ReadonlyMap<string, string>

  constructor(groups: readonly PriceGroupRef[]) {
    this.#byKey = new Map(groups.map((group) => [matchingKey(group.name), group]))
    this.#byId = new Map(groups.map(({ id, name }) => [id, name]))
  }

  /** Ignores case. */
  idOf(name: string): string | undefined {
    return this.#byKey.get(matchingKey(name))?.id
  }

  nameOf(id: string | null | undefined): string | null {
    return (id && this.#byId.get(id)) || null
  }
}

/** Who holds the lock on the list of customers can use them: a removal waits for it. */
export async function priceGroupNames({ db, workspaceId }: WorkspaceContext): Promise<PriceGroupNames> {
  const groups = await db
    .selectFrom('price_group')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new PriceGroupNames(groups)
}

/**
 * The items with the ids of their price groups in place of names. `pathOf` tells where an item stands in the call.
 * Throws InvalidInput, naming the items with an unknown name.
 */
export function withGroupIds<Item extends Partial<CustomerItem>>(
  items: readonly Item[],
  groups: PriceGroupNames,
  pathOf: (row: number) => string = (row) => `customers.${row}.`,
): Item[] {
  const issues = items.flatMap(({ group }, row) =>
    group && groups.idOf(group) === undefined
      ? [{ path: `${pathOf(row)}group`, message: `There is no price group "${group}": staff can add it.` }]
      : [],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
  return items.map((item) => (item.group ? { ...item, group: groups.idOf(item.group)! } : item))
}

/**
 * Keeps the price groups that customers leave or have not had, before they change. `asked` is a relation of that name,
 * with the `id` of each customer, who must be locked, and the `group_id` that it gets. Returns the ids of those whose
 * group changes. All of them change at one time.
 */
export async function recordPastGroups(trx: WorkspaceContext, asked: RawBuilder<unknown>): Promise<string[]> {
  const { db, workspaceId } = trx
  const moving = sql`
    ${asked} cross join lateral (
      select id, group_id from customer
      where workspace_id = ${workspaceId} and id = asked.id limit 1) c
    where c.group_id is distinct from asked.group_id`
  const { rows } = await sql<{ ids: string[] | null }>`select json_agg(c.id) as ids from ${moving}`.execute(db)
  const ids = rows[0]!.ids ?? []
  if (ids.length === 0) return []
  const at = await nextChangeTime(trx, trx.clock())
  await sql`
    insert into past_customer_group (workspace_id, customer_id, group_id, group_name, until)
    select ${workspaceId}, c.id, c.group_id,
      (select name from price_group where workspace_id = ${workspaceId} and id = c.group_id),
      ${at}::text::timestamptz
    from ${moving}`.execute(db)
  return ids
}

/**
 * Keeps the name of a price group for its customers, before it gets another one. To who follows their prices, that is a
 * change: labels name the group.
 */
export async function recordPastName(trx: WorkspaceContext, groupId: string): Promise<void> {
  const { db, workspaceId } = trx
  const at = await nextChangeTime(trx, trx.clock())
  await sql`
    insert into past_customer_group (workspace_id, customer_id, group_id, group_name, until)
    select ${workspaceId}, c.id, g.id, g.name, ${at}::text::timestamptz
    from price_group g join customer c on c.workspace_id = ${workspaceId} and c.group_id = g.id
    where g.workspace_id = ${workspaceId} and g.id = ${groupId}`.execute(db)
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { invalidField, NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'
import { askedIds, rowset, textArray } from '../database/rowset.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-state.ts'

export type CustomerRef = { id: string; accountCode: string | null; name: string }

/** The id of the customer that `requestedCustomer` found, in the same statement; null if it found none. */
export const CUSTOMER_ID = sql<string | null>`(select id from requested_customer)`

/**
 * A CTE, `requested_customer`: the customer that findCustomer finds by an id or account code. It saves reads a separate
 * statement. The id has priority, because it may be the account code of another customer.
 */
export function requestedCustomer(workspaceId: string, idOrCode: string | undefined): RawBuilder<unknown> {
  const found = (rank: number, column: string, value: RawBuilder<unknown>) => sql`(
    select ${sql.lit(rank)} as rank, id, account_code, name from customer
    where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${value} limit 1)`
  return sql`requested_customer as materialized (
    select id, account_code, name
    from (${found(1, 'id', sql`${idOrCode !== undefined && isUuid(idOrCode) ? idOrCode : null}::uuid`)}
      union all ${found(2, 'account_code_key', sql`${idOrCode === undefined ? null : matchingKey(idOrCode)}::text`)}) named order by rank limit 1)`
}

/** Finds a customer by id or, ignoring case, by account code. Throws NotFound, with the given text. */
export async function findCustomer(context: WorkspaceContext, idOrCode: string): Promise<CustomerRef> {
  return pickCustomer(await customersNamed(context, idOrCode).execute(), idOrCode)
}

/**
 * Finds a customer as findCustomer does, and locks its row until the transaction ends. So one call at a time changes
 * its terms and buyers, and nobody deletes it meanwhile.
 */
export async function lockCustomer(
  context: WorkspaceContext,
  idOrCode: string,
  purpose: 'change' | 'delete' = 'change',
): Promise<CustomerRef> {
  const query = customersNamed(context, idOrCode)
  const rows = await (purpose === 'delete' ? query.forUpdate() : query.forNoKeyUpdate()).execute()
  return pickCustomer(rows, idOrCode)
}

/** True for the customer with that id or account code. It matches two if the id of one is the code of the other. */
export function isNamed(idOrCode: string): RawBuilder<boolean> {
  const hasCode = sql<boolean>`account_code_key = ${matchingKey(idOrCode)}`
  return isUuid(idOrCode) ? sql`(${hasCode} or id = ${idOrCode.toLowerCase()})` : hasCode
}

/** Picks one of the customers that isNamed found. The id has priority. Throws NotFound if there is none. */
export function pickCustomer<C extends { id: string }>(found: readonly C[], idOrCode: string): C {
  const customer = found.find(({ id }) => id === idOrCode.toLowerCase()) ?? found[0]
  if (!customer)
    throw new NotFound(`There is no customer with the account code or id ${quoted(idOrCode)}.`, 'unknown_customer')
  return customer
}

/** Selects the customers that isNamed finds. */
export function customersNamed({ db, workspaceId }: WorkspaceContext, idOrCode: string) {
  return db
    .selectFrom('customer')
    .select(['id', 'account_code as accountCode', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(isNamed(idOrCode))
    .orderBy('id')
}

/** `several`: no customer has it as its id or code, and more than one as its name. */
type Resolved = CustomerRef | 'several'

/**
 * The customers that texts name: by id, else by account code, else by name, ignoring case. Texts that name none are
 * left out. In a transaction, the customers are locked until it ends.
 */
export async function resolveCustomers(
  { db, workspaceId }: WorkspaceContext,
  texts: readonly string[],
): Promise<Map<string, Resolved>> {
  const asked = [...new Set(texts)].map((text) => ({
    text,
    key: matchingKey(text),
    id: isUuid(text) ? text.toLowerCase() : null,
  }))
  const columns = sql.raw('id, account_code as "accountCode", name')
  const { rows } = await sql<CustomerRef & { text: string; rank: number }>`
    select asked.text, found.* from ${rowset(asked, 'text text, key text, id uuid', 'asked')}
    cross join lateral (
      (select 1 as rank, ${columns} from customer
        where workspace_id = ${workspaceId} and id = asked.id limit 1)
      union all (select 2, ${columns} from customer
        where workspace_id = ${workspaceId} and account_code_key = asked.key limit 1)
      union all (select 3, ${columns} from customer
        where workspace_id = ${workspaceId} and name_key = asked.key limit 2)
      offset 0) found
    order by asked.text, found.rank`.execute(db)
  const there = db.isTransaction
    ? await lockCustomers({ db, workspaceId }, [...new Set(rows.map(({ id }) => id))])
    : null
  const found = Map.groupBy(
    rows.filter(({ id }) => there?.has(id) ?? true),
    ({ text }) => text,
  )
  return new Map(
    [...found].map(([text, [first, second]]): [string, Resolved] => {
      if (first!.rank === 3 && second) return [text, 'several']
      const { id, accountCode, name } = first!
      return [text, { id, accountCode, name }]
    }),
  )
}

/** Why a text names no customer; nothing where it names one. */
export function whyUnresolved(text: string, found: Resolved | undefined): string[] {
  if (found === undefined) return [`There is no customer with the account code, name or id "${text}".`]
  return found === 'several' ? [`Several customers have the name "${text}": write the account code.`] : []
}

/** Locks customers, in the order of their ids, until the transaction ends. Returns those that are there. */
export async function lockCustomers(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select found.id from ${askedIds(ids.toSorted())} cross join lateral (
      select id from customer where workspace_id = ${workspaceId} and id = asked.id limit 1
      for no key update) found`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The customers with these ids, by name, to be those that see a product. Throws InvalidInput for unknown ones and too
 * many.
 */
export async function namedCustomers(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
  path: string,
): Promise<{ id: string; name: string }[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  const most = WORKSPACE_LIMITS.recipientsOfProduct
  if (wanted.length > most) throw invalidField(path, `Must have at most ${most} customers.`)
  const found = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${textArray(wanted.filter(isUuid))}::uuid[])`)
    .orderBy('name')
    .orderBy('id')
    .execute()
  if (found.length === wanted.length) return found
  throw invalidField(path, 'Some of these customers no longer exist: choose again.')
}

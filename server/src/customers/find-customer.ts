import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'

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
  return pickCustomer(await findCustomers(context, idOrCode), idOrCode)
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
  if (!customer) throw new NotFound(`There is no customer with the account code or id ${quoted(idOrCode)}.`)
  return customer
}

/** Customers with that account code, ignoring case, or that id: mostly one. */
export async function findCustomers(context: WorkspaceContext, idOrCode: string): Promise<CustomerRef[]> {
  return customersNamed(context, idOrCode).execute()
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

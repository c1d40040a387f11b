import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { isUuid } from '../uuid.ts'

export type CustomerRef = { id: string; accountCode: string | null; name: string }

/** The id of the customer that `customerAsked` found, in the same statement; null where it found none. */
export const CUSTOMER_ID = sql<string | null>`(select id from asked_customer)`

/** What customers are asked for by, as columns of a relation. */
export const CUSTOMER_COLUMNS = 'customer_key text, customer_id uuid'

/** Those columns for the customer of an id or account code. */
export function askedCustomer(idOrCode: string | undefined): {
  customer_key: string | null
  customer_id: string | null
} {
  if (idOrCode === undefined) return { customer_key: null, customer_id: null }
  return { customer_key: matchingKey(idOrCode), customer_id: isUuid(idOrCode) ? idOrCode : null }
}

/**
 * A CTE, `asked_customer`, of the one customer that findCustomer finds, for each row of `asked`, a relation with those
 * columns: for reads that need no trip of their own for it. The id comes first: it may be another one's account code.
 */
export function customerAsked(workspaceId: string): RawBuilder<unknown> {
  const found = (rank: number, column: string, value: RawBuilder<unknown>) => sql`(
    select ${sql.lit(rank)} as rank, id, account_code, name from customer
    where workspace_id = ${workspaceId} and ${indexHint({ [column]: value })} limit 1)`
  return sql`asked_customer as materialized (
    select id, account_code, name
    from (${found(1, 'id', sql`asked.customer_id`)}
      union all ${found(2, 'account_code_key', sql`asked.customer_key`)}) named order by rank limit 1)`
}

/** Finds a customer by id or, ignoring case, by account code. Throws NotFound, naming what was asked for. */
export async function findCustomer(context: WorkspaceContext, idOrCode: string): Promise<CustomerRef> {
  return pickCustomer(await refs(context, idOrCode).execute(), idOrCode)
}

/**
 * Finds a customer as findCustomer does, and holds it until the transaction ends: what hangs on it is then changed by
 * one at a time, and it is not deleted meanwhile.
 */
export async function lockCustomer(
  context: WorkspaceContext,
  idOrCode: string,
  purpose: 'change' | 'delete' = 'change',
): Promise<CustomerRef> {
  const query = refs(context, idOrCode)
  const rows = await (purpose === 'delete' ? query.forUpdate() : query.forNoKeyUpdate()).execute()
  return pickCustomer(rows, idOrCode)
}

/** True for the customer of that id or account code; for two where one has the other's id for its code. */
export function isNamed(idOrCode: string): RawBuilder<boolean> {
  const hasCode = sql<boolean>`account_code_key = ${matchingKey(idOrCode)}`
  return isUuid(idOrCode) ? sql`(${hasCode} or id = ${idOrCode.toLowerCase()})` : hasCode
}

/** The one that is meant, of those that isNamed found: the id comes first. Throws NotFound where there is none. */
export function pickCustomer<C extends { id: string }>(found: readonly C[], idOrCode: string): C {
  const customer = found.find(({ id }) => id === idOrCode.toLowerCase()) ?? found[0]
  if (!customer) throw new NotFound(`There is no customer with the account code or id ${quoted(idOrCode)}.`)
  return customer
}

function refs({ db, workspaceId }: WorkspaceContext, idOrCode: string) {
  return db
    .selectFrom('customer')
    .select(['id', 'account_code as accountCode', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(isNamed(idOrCode))
    .orderBy('id')
}

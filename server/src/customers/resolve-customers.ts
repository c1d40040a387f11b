import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'
import type { CustomerRef } from './find-customer.ts'

/** `several`: no customer has it as its id or code, and more than one as its name. */
export type Resolved = CustomerRef | 'several'

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
  const asked = ids.toSorted().map((id) => ({ id }))
  const { rows } = await sql<{ id: string }>`
    select found.id from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id from customer where workspace_id = ${workspaceId} and id = asked.id limit 1
      for no key update) found`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

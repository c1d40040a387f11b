import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { jsonBatches, jsonRowset } from '../database/rowset.ts'
import { mapInSlices } from '../lib/map-in-slices.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-state.ts'
import { buyersWithEmail } from './buyers.ts'

/** Customers to read for one e-mail: one more than the limit of a product. */
const MOST_OF_EMAIL = WORKSPACE_LIMITS.recipientsOfProduct + 1

/**
 * Finds the customers for account codes and contact e-mails, ignoring case. An entry matches the code of a customer,
 * the e-mail of a customer, or the present e-mail of a buyer, those invited by staff too. Several customers may have
 * the same e-mail, and a person may buy for several.
 *
 * The result is keyed by the entries as sent, so that each matching key is computed once: a call may have 20,000
 * entries. The read stops where it is certain that a list has too many customers: a limit on the customers of one e-mail,
 * and one on all that match by themselves. An entry matches at most one customer by code, and no customer has two e-mails.
 * But many people may buy for the same customers, so these are read without a limit on all.
 */
export async function findRecipients(
  { db, workspaceId }: WorkspaceContext,
  lists: readonly (readonly string[])[],
): Promise<Map<string, string[]>> {
  const keyOf = new Map<string, string>()
  const keys = new Set<string>()
  await mapInSlices(lists.flat(), (entry) => {
    if (keyOf.has(entry)) return
    const key = matchingKey(entry)
    keyOf.set(entry, key)
    keys.add(key)
  })
  const asked = await mapInSlices([...keys], (key) => JSON.stringify({ key }))
  const most = lists.reduce((sum, { length }) => sum + length + WORKSPACE_LIMITS.recipientsOfProduct, 1)
  const rows: Match[] = []
  for await (const batch of jsonBatches(asked)) {
    rows.push(...(await matches({ db, workspaceId }, batch, THEMSELVES, most - rows.length)))
    if (rows.length === most) break
  }
  for await (const batch of jsonBatches(asked)) rows.push(...(await matches({ db, workspaceId }, batch, BY_BUYERS)))
  const found = Map.groupBy(rows, (row) => row.key)
  const known = [...keyOf].filter(([, key]) => found.has(key))
  return new Map(known.map(([entry, key]) => [entry, [...new Set(found.get(key)!.map((row) => row.customer_id))]]))
}

type Match = { key: string; customer_id: string }
type Source = (workspaceId: string) => RawBuilder<unknown>

/**
 * SQL: customers by their code and their own e-mail. Where customers share one e-mail, the planner takes each to find
 * all of them, and would read them all by another index: `between` is taken to find few.
 */
const THEMSELVES: Source = (workspaceId) => sql`
  (select id as customer_id from customer
    where workspace_id = ${workspaceId} and account_code_key = asked.key limit 1)
  union all (select id from customer
    where workspace_id = ${workspaceId} and email_key between asked.key and asked.key
    limit ${sql.lit(MOST_OF_EMAIL)})`

/** SQL: customers by a buyer's e-mail. */
const BY_BUYERS: Source = (workspaceId) => sql`
  (select distinct customer_id from ${buyersWithEmail(workspaceId, sql`asked.key`)} b where is_vouched
    limit ${sql.lit(MOST_OF_EMAIL)})`

/** The customers of these keys, up to `most` rows. `keys`: objects with a `key`, as raw JSON. */
async function matches(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  keys: string,
  source: Source,
  most?: number,
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select asked.key, found.customer_id from ${jsonRowset(keys, 'key text', 'asked')}
    cross join lateral (${source(workspaceId)} offset 0) found
    ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(db)
  return rows
}

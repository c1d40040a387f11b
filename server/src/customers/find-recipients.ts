import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { rowset } from '../database/rowset.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { matchingKey } from '../matching-key.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'

/** Of an e-mail: one more than a product can be limited to. */
const MOST_OF_EMAIL = WORKSPACE_LIMITS.recipientsOfProduct + 1

/**
 * Finds the customers that account codes and contact e-mails stand for, ignoring case: a customer's code, a
 * customer's own e-mail, or that of one of its buyers, invited ones included. One e-mail may stand for several.
 *
 * The answer is by the entries as they are sent, so that the key of each is worked out once: of a call there can be 20,000.
 * No more are looked for than tell which of the lists stands for more customers than a product can be limited to: those
 * of an e-mail up to one more than that, and in all up to what makes one of the lists too long: an entry stands for one
 * customer as a code and for one as the e-mail of a buyer, and the others are there by the one e-mail of their own.
 */
export async function findRecipients(
  { db, workspaceId }: WorkspaceContext,
  lists: readonly (readonly string[])[],
): Promise<Map<string, string[]>> {
  const entries = [...new Set(lists.flat())]
  const keyOf = new Map(await mapInSlices(entries, (entry) => [entry, matchingKey(entry)] as const))
  const asked = rowset(
    [...new Set(keyOf.values())].map((key) => ({ key })),
    'key text',
    'asked',
  )
  const most = lists.reduce((sum, { length }) => sum + 2 * length + WORKSPACE_LIMITS.recipientsOfProduct, 1)
  const { rows } = await sql<{ key: string; customer_id: string }>`
    select asked.key, found.customer_id from ${asked}
    cross join lateral (
      (select id as customer_id from customer
        where workspace_id = ${workspaceId} and ${indexHint({ account_code_key: sql`asked.key` })} limit 1)
      union all (select id from customer
        where workspace_id = ${workspaceId} and ${indexHint({ email_key: sql`asked.key` })}
        limit ${sql.lit(MOST_OF_EMAIL)})
      union all (select customer_id from buyer
        where workspace_id = ${workspaceId} and ${indexHint({ email_key: sql`asked.key` })} limit 1)
      offset 0) found
    limit ${most}`.execute(db)
  const found = Map.groupBy(rows, (row) => row.key)
  const known = [...keyOf].filter(([, key]) => found.has(key))
  return new Map(known.map(([entry, key]) => [entry, [...new Set(found.get(key)!.map((row) => row.customer_id))]]))
}

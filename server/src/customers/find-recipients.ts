import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'

/**
 * Finds the customers that account codes and contact e-mails stand for, ignoring case: a customer's code, a
 * customer's own e-mail, or that of one of its buyers, invited ones included. One e-mail may stand for several.
 */
export async function findRecipients(
  { db, workspaceId }: WorkspaceContext,
  codesAndEmails: readonly string[],
): Promise<Map<string, string[]>> {
  const keys = [...new Set(codesAndEmails.map(matchingKey))]
  const wanted = textArray(keys)
  const { rows } = await sql<{ key: string; customer_id: string }>`
    select account_code_key as key, id as customer_id from customer
      where workspace_id = ${workspaceId} and account_code_key = any(${wanted})
    union
    select email_key, id from customer where workspace_id = ${workspaceId} and email_key = any(${wanted})
    union
    select email_key, customer_id from buyer where workspace_id = ${workspaceId} and email_key = any(${wanted})
    order by 1, 2`.execute(db)
  const found = Map.groupBy(rows, (row) => row.key)
  return new Map([...found].map(([key, customers]) => [key, customers.map((row) => row.customer_id)]))
}

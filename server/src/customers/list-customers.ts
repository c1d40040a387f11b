import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { lastWith, matchingKey } from '../lib/matching-key.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'

/**
 * A page of customers, sorted by name. With `q`: only if name, account code or e-mail starts with it, ignoring case.
 */
export async function listCustomers(
  context: WorkspaceContext,
  input: { q?: string | undefined; limit: number; offset: number },
): Promise<Customer[]> {
  const { db, workspaceId } = context
  const page = sql`order by name, id limit ${input.limit} offset ${input.offset}`
  // The order of ids is found first: whole rows are read for the page only. `offset 0` hides the order from the
  // planner, else it would scan the whole index of names.
  const found =
    input.q === undefined
      ? sql`select id from customer where workspace_id = ${workspaceId} ${page}`
      : sql`select id from (
        select id, name from customer
        where workspace_id = ${workspaceId} and id in ${startingWith(workspaceId, input.q)} offset 0) c ${page}`
  const { rows: ids } = await sql<{ id: string }>`${found}`.execute(db)
  if (ids.length === 0) return []
  const rows = await selectCustomers(context)
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(shapeCustomer)
}

/** Ids from three index ranges. As one condition, the planner could scan the whole index of names instead. */
function startingWith(workspaceId: string, q: string): RawBuilder<string> {
  const start = matchingKey(q)
  const ranges = ['name_key', 'account_code_key', 'email_key'].map(
    (column) => sql`select id from customer
      where workspace_id = ${workspaceId} and ${sql.ref(column)} between ${start} and ${lastWith(start)}`,
  )
  return sql`(${sql.join(ranges, sql` union `)})`
}

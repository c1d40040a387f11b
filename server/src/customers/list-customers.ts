import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { lastWith, matchingKey } from '../matching-key.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'

/** A page of customers, sorted by name. With `q`: only if name, account code or e-mail starts with it, ignoring case. */
export async function listCustomers(
  context: WorkspaceContext,
  input: { q?: string | undefined; limit: number; offset: number },
): Promise<Customer[]> {
  const rows = await context.db
    .selectFrom(matching(context, input.q).as('customer'))
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(input.limit)
    .offset(input.offset)
    .execute()
  return rows.map(shapeCustomer)
}

function matching(context: WorkspaceContext, q: string | undefined) {
  if (q === undefined) return selectCustomers(context)
  // `offset 0` hides the order from the planner. Else it would scan the whole index of names.
  return selectCustomers(context).where('id', 'in', startingWith(context.workspaceId, q)).offset(sql.lit(0))
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

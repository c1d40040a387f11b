import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { lastWith, matchingKey } from '../matching-key.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'

/** A page of customers by name; with `q` those whose name, account code or e-mail starts with it, ignoring case. */
export async function listCustomers(
  context: WorkspaceContext,
  input: { q?: string | undefined; limit: number; offset: number },
): Promise<Customer[]> {
  const rows = await selectCustomers(context)
    .$if(input.q !== undefined, (query) => query.where('id', 'in', startingWith(context.workspaceId, input.q!)))
    .orderBy('name')
    .orderBy('id')
    .limit(input.limit)
    .offset(input.offset)
    .execute()
  return rows.map(shapeCustomer)
}

/** Ids from three index ranges; as one condition it could be answered by a walk along all names. */
function startingWith(workspaceId: string, q: string): RawBuilder<string> {
  const start = matchingKey(q)
  const ranges = ['name_key', 'account_code_key', 'email_key'].map(
    (column) => sql`select id from customer
      where workspace_id = ${workspaceId} and ${sql.ref(column)} between ${start} and ${lastWith(start)}`,
  )
  return sql`(${sql.join(ranges, sql` union `)})`
}

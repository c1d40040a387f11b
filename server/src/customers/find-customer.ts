import type { WorkspaceContext } from '../context.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { isUuid } from '../uuid.ts'

export type CustomerRef = { id: string; accountCode: string | null; name: string }

/** Finds a customer by id or, ignoring case, by account code. Throws NotFound, naming what was asked for. */
export async function findCustomer(context: WorkspaceContext, idOrCode: string): Promise<CustomerRef> {
  const customers = await context.db
    .selectFrom('customer')
    .select(['id', 'account_code as accountCode', 'name'])
    .where('workspace_id', '=', context.workspaceId)
    .where((is) =>
      is.or([
        is('account_code_key', '=', matchingKey(idOrCode)),
        ...(isUuid(idOrCode) ? [is('id', '=', idOrCode.toLowerCase())] : []),
      ]),
    )
    .execute()
  const found = customers.find(({ id }) => id === idOrCode.toLowerCase()) ?? customers[0]
  if (!found) throw new NotFound(`There is no customer with the account code or id ${quoted(idOrCode)}.`)
  return found
}

import type { WorkspaceContext } from '../context.ts'
import type { CustomerContext } from '../customers/customer-fields.ts'
import { NotFound, quoted } from '../errors.ts'
import { uuidOf } from '../lib/uuid.ts'

export type { CustomerContext }

/** What a verb of the trade portal needs: the workspace, the buyer who asks, and whom the buyer orders for. */
export type BuyerContext = CustomerContext & { buyerId: string }

/**
 * The context in which staff see the catalogue as the buyers of a customer do. Actor and view stay those of the member:
 * nothing that is kept for a buyer is shared with it. Throws NotFound.
 */
export async function asCustomer(context: WorkspaceContext, customerId: string): Promise<CustomerContext> {
  const found = await context.db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', context.workspaceId)
    .where('id', '=', uuidOf(customerId))
    .executeTakeFirst()
  if (!found) throw new NotFound(`There is no customer with the id ${quoted(customerId)}.`)
  return { ...context, customerId: found.id }
}

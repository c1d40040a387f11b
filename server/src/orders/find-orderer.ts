import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { InvalidRequest, NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'

export type OrderingCustomer = CustomerRef & { poRequired: boolean }

/** The customer with that id or account code. Throws NotFound, and InvalidRequest if the account is closed. */
export async function findOrderingCustomer(context: WorkspaceContext, idOrCode: string): Promise<OrderingCustomer> {
  const customer = await findCustomer(context, idOrCode)
  const terms = await context.db
    .selectFrom('customer')
    .select(['active', 'po_required'])
    .where('workspace_id', '=', context.workspaceId)
    .where('id', '=', customer.id)
    .executeTakeFirst()
  // It may have been deleted between the two reads.
  if (!terms) throw new NotFound(`There is no customer with the account code or id ${quoted(idOrCode)}.`)
  const { active, po_required: poRequired } = terms
  if (!active) throw new InvalidRequest(`${customer.name} is not an active customer, so nothing can be ordered for it.`)
  return { ...customer, poRequired }
}

/** The buyer of the customer with that e-mail. Throws NotFound, and InvalidRequest if the buyer is not active. */
export async function findOrderingBuyer(
  { db, workspaceId }: WorkspaceContext,
  customer: CustomerRef,
  email: string,
): Promise<{ name: string; email: string }> {
  const buyer = await db
    .selectFrom('buyer')
    .select(['name', 'email', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('email_key', '=', matchingKey(email))
    .where('customer_id', '=', customer.id)
    .executeTakeFirst()
  if (!buyer) throw new NotFound(`${customer.name} has no buyer with the e-mail "${email}".`)
  if (buyer.status === 'invited') {
    throw new InvalidRequest(`${buyer.name} has not accepted the invitation yet, and can order once that is done.`)
  }
  if (buyer.status === 'disabled') throw new InvalidRequest(`${buyer.name} is disabled, and cannot order.`)
  return { name: buyer.name, email: buyer.email }
}

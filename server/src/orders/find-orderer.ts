import type { WorkspaceContext } from '../context.ts'
import { customersNamed, pickCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'

export type OrderingCustomer = CustomerRef & { poRequired: boolean }

/** The customer with that id or account code. Throws NotFound, and InvalidRequest if the account is closed. */
export async function findOrderingCustomer(context: WorkspaceContext, idOrCode: string): Promise<OrderingCustomer> {
  const found = await customersNamed(context, idOrCode).select(['active', 'po_required as poRequired']).execute()
  const { active, ...customer } = pickCustomer(found, idOrCode)
  if (!active) throw new InvalidRequest(`${customer.name} is not an active customer, so nothing can be ordered for it.`)
  return customer
}

export type OrderingBuyer = { name: string; email: string; costCentre: string | null }

/** The buyer of the customer with that e-mail. Throws NotFound, and InvalidRequest if the buyer is not active. */
export async function findOrderingBuyer(
  { db, workspaceId }: WorkspaceContext,
  customer: CustomerRef,
  email: string,
): Promise<OrderingBuyer> {
  const buyer = await db
    .selectFrom('buyer')
    .select(['name', 'email', 'status', 'cost_centre as costCentre'])
    .where('workspace_id', '=', workspaceId)
    .where('email_key', '=', matchingKey(email))
    .where('customer_id', '=', customer.id)
    .executeTakeFirst()
  if (!buyer) throw new NotFound(`${customer.name} has no buyer with the e-mail "${email}".`)
  if (buyer.status === 'invited') {
    throw new InvalidRequest(`${buyer.name} has not accepted the invitation yet, and can order once that is done.`)
  }
  if (buyer.status === 'disabled') throw new InvalidRequest(`${buyer.name} is disabled, and cannot order.`)
  const { status: _, ...ordering } = buyer
  return ordering
}

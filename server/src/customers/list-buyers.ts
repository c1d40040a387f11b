import type { WorkspaceContext } from '../context.ts'
import { buyersOfCustomer, shapeBuyer } from './buyer-rows.ts'
import type { Buyer } from './buyer-rows.ts'
import { customersNamed, pickCustomer } from './find-customer.ts'

/** The buyers of the customer with that id or account code, by name. Throws NotFound. */
export async function listBuyers(
  context: WorkspaceContext,
  { customer: idOrCode }: { customer: string },
): Promise<Buyer[]> {
  const found = customersNamed(context, idOrCode).select(buyersOfCustomer(context.workspaceId).as('buyers'))
  return pickCustomer(await found.execute(), idOrCode).buyers.map(shapeBuyer)
}

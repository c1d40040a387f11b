import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { customersNamed, pickCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { emailOfBuyer, hasEmail } from '../customers/buyers.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import type { Address } from '../database/column-values.ts'
import { isUuid } from '../lib/uuid.ts'

/** A customer with what an order for it is checked by. Credit is in minor units. */
export type OrderingCustomer = CustomerRef & {
  active: boolean
  poRequired: boolean
  addresses: Address[]
  creditLimit: number | null
  openBalance: number | null
  /** The least subtotal of an order by buyers: its own, else that of its price group, else of the workspace. */
  minOrderValue: number | null
}

/** The customer with that id or account code. Throws NotFound, and InvalidRequest if the account is closed. */
export async function findOrderingCustomer(context: WorkspaceContext, idOrCode: string): Promise<OrderingCustomer> {
  return mayOrder(pickCustomer(await selectOrdering(context, idOrCode).execute(), idOrCode))
}

/** The customers with that id or account code: mostly one. */
export function selectOrdering(context: WorkspaceContext, idOrCode: string) {
  return customersNamed(context, idOrCode)
    .select(['active', 'po_required as poRequired', 'addresses'])
    .select(['credit_limit as creditLimit', 'open_balance as openBalance'])
    .select(minOrderValueOf('customer', context.workspaceId).as('minOrderValue'))
}

/** The nearest minimum order value of the customer in a row. */
export function minOrderValueOf(customer: 'customer' | 'c', workspaceId: string) {
  const column = (name: string) => sql.ref(`${customer}.${name}`)
  return sql<number | null>`coalesce(${column('min_order_value')},
    (select g.min_order_value from price_group g where g.workspace_id = ${workspaceId} and g.id = ${column('group_id')}),
    (select s.min_order_value from order_settings s where s.workspace_id = ${workspaceId}))`
}

/** Throws InvalidRequest if the account is closed. */
export function mayOrder(customer: OrderingCustomer): OrderingCustomer {
  if (customer.active) return customer
  throw new InvalidRequest(`${customer.name} is not an active customer, so nothing can be ordered for it.`)
}

export type OrderingBuyer = { id: string; name: string; email: string; costCentre: string | null }

/** The buyer of the customer with that id or e-mail. Throws NotFound, and InvalidRequest if the buyer is not active. */
export async function findOrderingBuyer(
  { db, workspaceId }: WorkspaceContext,
  customer: CustomerRef,
  idOrEmail: string,
): Promise<OrderingBuyer> {
  const buyer = await db
    .selectFrom('buyer')
    .select(['id', 'name', 'status', 'cost_centre as costCentre', emailOfBuyer('buyer').as('email')])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customer.id)
    .$if(isUuid(idOrEmail), (query) => query.where('id', '=', idOrEmail))
    .$if(!isUuid(idOrEmail), (query) => query.where(hasEmail('buyer', workspaceId, idOrEmail)))
    // One who has changed their e-mail may have that of an invited one.
    .orderBy((is) => is('status', '=', 'active'), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!buyer) throw new NotFound(`${customer.name} has no buyer with the e-mail "${idOrEmail}".`)
  if (buyer.status === 'invited') {
    throw new InvalidRequest(`${buyer.name} has not accepted the invitation yet, and can order once that is done.`)
  }
  if (buyer.status === 'disabled') throw new InvalidRequest(`${buyer.name} is disabled, and cannot order.`)
  const { status: _, ...ordering } = buyer
  return ordering
}

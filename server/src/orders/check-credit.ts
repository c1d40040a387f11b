import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { InvalidRequest } from '../errors.ts'
import { creditHold, creditInWords } from '../shared/credit.ts'
import type { CreditHold, CreditPolicy } from '../shared/credit.ts'
import type { OrderingCustomer } from './find-orderer.ts'

/** How a customer stands beside its limit. */
export type Credit = Awaited<ReturnType<typeof readCredit>>

/** A customer's id, limit and open balance. */
type Account = Pick<OrderingCustomer, 'id' | 'creditLimit' | 'openBalance'>

/** An order to judge: what it comes to, in minor units, and its id if it is among the open ones already. */
type Judged = { amount: number; id?: string; policy: CreditPolicy }

/**
 * What an order would do to the credit of its customer: its open balance, its open orders and this one together, beside
 * its limit. Open are orders that are neither completed nor cancelled, with their tax. Null within the limit, and where
 * the wholesaler wants nothing to follow from it. Call it with the customer locked, where an order is written: of orders
 * that come at once, each sees those before it.
 */
export async function readCreditHold(
  context: WorkspaceContext,
  { id: customerId, creditLimit, openBalance }: Account,
  { amount, id, policy }: Judged,
): Promise<CreditHold | null> {
  if (policy === 'nothing' || creditLimit === null) return null
  const { value: openOrders } = await readOpenOrders(context, customerId, id)
  return creditHold(creditLimit, { openBalance, openOrders, order: amount })
}

/**
 * How a customer stands now, before any further order, in minor units: its limit, null where none is set; what it owes as
 * the ERP says; and what is neither completed nor cancelled, with its tax.
 */
export async function readCredit(
  context: WorkspaceContext,
  { id, creditLimit: limit, openBalance }: Account,
  policy: CreditPolicy,
) {
  return { policy, limit, openBalance, openOrders: await readOpenOrders(context, id) }
}

/** The hold of a further order. */
export function holdOf({ policy, limit, openBalance, openOrders }: Credit, order: number): CreditHold | null {
  return policy === 'nothing' ? null : creditHold(limit, { openBalance, openOrders: openOrders.value, order })
}

/** The account of a customer; in a transaction it is locked until that ends. */
export async function readAccount({ db, workspaceId }: WorkspaceContext, id: string): Promise<Account> {
  const account = await db
    .selectFrom('customer')
    .select(['credit_limit as creditLimit', 'open_balance as openBalance'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .$if(db.isTransaction, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return { id, creditLimit: null, openBalance: null, ...account }
}

/**
 * The hold with which the order is placed. Throws InvalidRequest where the wholesaler refuses orders past the limit.
 */
export async function checkCredit(
  trx: WorkspaceContext,
  customer: OrderingCustomer,
  { money, ...order }: Judged & { money: (minor: number) => string },
): Promise<CreditHold | null> {
  const hold = await readCreditHold(trx, customer, order)
  if (hold === null || order.policy !== 'refuse') return hold
  const words = creditInWords(hold, money)
  const advice = trx.actor.type === 'buyer' ? 'Order less, or ask your wholesaler' : 'Order less, or raise the limit'
  throw new InvalidRequest(`The order cannot be placed: ${words} of ${customer.name}. ${advice}.`)
}

/** The customer's open orders, without one of them. A statement of its own: it sees what came before the lock. */
async function readOpenOrders({ db, workspaceId }: WorkspaceContext, customerId: string, without?: string) {
  const { rows } = await sql<{ count: number; value: string }>`
    select count(*)::integer as count, coalesce(sum(subtotal + coalesce(tax, 0)), 0)::text as value from sales_order
    where workspace_id = ${workspaceId} and customer_id = ${customerId}
      and status in ('new', 'confirmed', 'dispatched')
      ${without === undefined ? sql`` : sql`and id <> ${without}`}`.execute(db)
  const { count, value } = rows[0]!
  return { count, value: Number(value) }
}

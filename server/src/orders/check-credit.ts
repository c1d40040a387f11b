import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { indexHint } from '../database/index-hint.ts'
import { InvalidRequest } from '../errors.ts'
import { creditHold, creditInWords } from '../rules/credit.ts'
import type { CreditHold } from '../rules/credit.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { readOrderSettings } from './order-settings.ts'

/** An order to judge: what it comes to, in minor units, and its id if it is among the open ones already. */
type Judged = { amount: number; id?: string }

/**
 * What an order would do to the credit of its customer: its open balance, its open orders and this one together, beside
 * its limit. Open are orders that are neither completed nor cancelled, with their tax. Null within the limit, and where
 * the wholesaler wants nothing to follow from it. In a transaction the customer is locked until it ends: of orders that
 * come at once, each sees those before it.
 */
export async function readCreditHold(
  context: WorkspaceContext,
  { id: customerId }: Pick<CustomerRef, 'id'>,
  { amount, id }: Judged,
): Promise<CreditHold | null> {
  if ((await readOrderSettings(context)).creditPolicy === 'nothing') return null
  const { db, workspaceId } = context
  const customer = await db
    .selectFrom('customer')
    .select(['credit_limit as limit', 'open_balance as openBalance'])
    .where('workspace_id', '=', workspaceId)
    .where(indexHint({ id: sql`${customerId}` }))
    .$if(db.isTransaction, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!customer || customer.limit === null) return null
  const openOrders = await readOpenOrders(context, customerId, id)
  return creditHold(customer.limit, { ...customer, openOrders, order: amount })
}

/**
 * The hold with which the order is placed. Throws InvalidRequest where the wholesaler refuses orders past the limit.
 */
export async function checkCredit(
  trx: WorkspaceContext,
  customer: CustomerRef,
  amount: number,
): Promise<CreditHold | null> {
  const hold = await readCreditHold(trx, customer, { amount })
  if (hold === null || (await readOrderSettings(trx)).creditPolicy !== 'refuse') return hold
  const words = creditInWords(hold, moneyOf(await readWorkspace(trx, trx.workspaceId)))
  const advice = trx.actor.type === 'buyer' ? 'order less, or ask your wholesaler' : 'order less, or raise the limit'
  throw new InvalidRequest(`The order cannot be placed: ${words} of ${customer.name}. Please ${advice}.`)
}

/** The sum of the customer's open orders, without one of them. A statement of its own: it sees what came before the lock. */
async function readOpenOrders(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
  without: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(subtotal + coalesce(tax, 0)), 0)::text as sum from sales_order
    where workspace_id = ${workspaceId} and customer_id = ${customerId}
      and status in ('new', 'confirmed', 'dispatched')
      ${without === undefined ? sql`` : sql`and id <> ${without}`}`.execute(db)
  return Number(rows[0]!.sum)
}

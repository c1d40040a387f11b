import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { findOrderingBuyer, findOrderingCustomer } from './find-orderer.ts'
import type { OrderingCustomer } from './find-orderer.ts'
import type { NewOrder, PlacedOrder } from './new-order.ts'
import { priceLines } from './price-lines.ts'
import { findRepeated } from './repeated-order.ts'
import { takeTurn, writeOrder } from './write-order.ts'

/**
 * Places an order at the prices of this moment, which it keeps, with their explanation, whatever happens afterwards.
 * Throws NotFound for the customer or the buyer; InvalidRequest where they may not order, or where the token was used
 * for another order; InvalidInput with everything that is wrong with the lines.
 */
export async function placeOrder(context: WorkspaceContext, input: NewOrder): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const { currency } = await readWorkspace(trx, trx.workspaceId)
    const lastNumber = await takeTurn(trx)
    const repeated = input.token === undefined ? undefined : await findRepeated(trx, input.token, input)
    if (repeated) return repeated

    const customer = await findOrderingCustomer(trx, input.customer)
    const buyer = input.buyer === undefined ? null : await findOrderingBuyer(trx, customer, input.buyer)
    const { lines, issues } = await priceLines(trx, customer, input.lines)
    const subtotal = lines.reduce((sum, { price }) => sum + price.line, 0)
    refuse([...issues, ...orderIssues(customer, input, subtotal)])

    const order = { ...input, number: lastNumber + 1, currency, customer, buyer, lines, subtotal }
    const id = await writeOrder(trx, order)
    await recordActivity(trx, {
      action: 'order.place',
      subject: { type: 'order', id, label: String(order.number) },
      changes: { customer: customer.name, lineCount: lines.length, subtotal, currency },
    })
    return { id, number: order.number }
  })
}

function orderIssues(customer: OrderingCustomer, { poNumber }: NewOrder, subtotal: number): Issue[] {
  return [
    ...(customer.poRequired && poNumber === undefined
      ? [{ path: 'poNumber', message: `${customer.name} orders with a purchase order number only: give it.` }]
      : []),
    ...(Number.isSafeInteger(subtotal)
      ? []
      : [{ path: 'lines', message: 'The order comes to more than can be counted exactly: split it.' }]),
  ]
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new InvalidInput(issues)
}

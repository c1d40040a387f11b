import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'
import { pickCustomer } from '../customers/find-customer.ts'
import { findOrderingBuyer, mayOrder, selectOrdering } from './find-orderer.ts'
import type { OrderingCustomer } from './find-orderer.ts'
import type { NewLine, NewOrder, OrderOf, PlacedOrder } from './new-order.ts'
import { checkCredit } from './check-credit.ts'
import { checkDelivery } from './delivery.ts'
import { readOrderSettings, totalsOf } from './order-settings.ts'
import type { Totals } from './order-settings.ts'
import { priceLines } from './price-lines.ts'
import type { PricedLine } from './price-lines.ts'
import { mailBuyers } from './mail-buyers.ts'
import { mailStaff } from './mail-staff.ts'
import { findOrderByToken } from './find-order-by-token.ts'
import { orderStatement } from './order-statement.ts'
import { writeOrder } from './write-order.ts'

/**
 * Places an order at the present prices. The order keeps the prices and their explanation. With a token, placing is
 * idempotent: a repeat returns the first order. Throws NotFound for the customer or the buyer; InvalidRequest if they
 * may not order; InvalidInput with all errors of the lines, or where the token belongs to another order; Conflict if a
 * line was shown at another price.
 */
export async function placeOrder(context: WorkspaceContext, input: NewOrder): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const found = await selectOrdering(trx, input.customer).forNoKeyUpdate().execute()
    const earlier = input.token === undefined ? undefined : await findOrderByToken(trx, input.token, input)
    if (earlier) return earlier
    const customer = mayOrder(pickCustomer(found, input.customer))
    const buyer = input.buyer === undefined ? null : await findOrderingBuyer(trx, customer, input.buyer)
    return placeOrderOf(trx, { ...input, customer, buyer })
  })
}

/** The same for a customer and a buyer that the transaction has read, with the customer locked; the token is new. */
export async function placeOrderOf(trx: WorkspaceContext, input: OrderOf): Promise<PlacedOrder> {
  const { customer, buyer } = input
  const sender = await readMailSender(trx)
  const { currency, timezone } = sender.wholesaler
  const money = moneyOf(sender.wholesaler)
  const settings = await readOrderSettings(trx)
  const { lines, issues } = await priceLines(trx, customer, input.lines)
  const subtotal = lines.reduce((sum, { price }) => sum + price.line, 0)
  const totals = totalsOf(subtotal, settings)
  const { delivery, issues: refused } = checkDelivery(trx, customer, input, { rule: settings, timezone })
  refuse([...issues, ...orderIssues(customer, input, totals), ...refused])
  refuseOtherPrices(input.lines, lines, money)
  const amount = totals.total ?? subtotal
  const creditHold = await checkCredit(trx, customer, { amount, policy: settings.creditPolicy, money })
  const order = {
    ...input,
    currency,
    lines,
    ...totals,
    ...delivery,
    costCentre: input.costCentre === undefined ? buyer?.costCentre : input.costCentre,
    creditHold,
  }
  const { id, number } = await writeOrder(trx, order)
  const placed = { ...order, number, placedAt: trx.clock().toISOString() }
  const statement = await orderStatement(trx, placed, sender.wholesaler)
  // Who asked for approval is mailed that it was given.
  const addressed = { id, number, customerId: customer.id, buyerId: buyer?.id ?? null, requestedById: null }
  await mailBuyers(trx, { ...addressed, status: 'new' }, { sender, statement: async () => statement })
  await mailStaff(trx, { id, number, customer }, { sender, statement })
  await recordActivity(trx, {
    action: 'order.place',
    subject: { type: 'order', id, label: String(number) },
    changes: {
      customer: customer.name,
      lineCount: lines.length,
      subtotal,
      currency,
      ...(input.requestedBy && { requestedBy: input.requestedBy.name }),
      ...(creditHold && { creditHold }),
    },
  })
  return { id, number }
}

type Money = ReturnType<typeof moneyOf>

function orderIssues(
  customer: OrderingCustomer,
  { poNumber }: Pick<NewOrder, 'poNumber'>,
  { subtotal, total }: Totals,
): Issue[] {
  return [
    ...poNumberIssues(customer, poNumber ?? null),
    ...(Number.isSafeInteger(total ?? subtotal)
      ? []
      : [{ path: 'lines', message: 'The total of the order is too large to be exact: split the order.' }]),
  ]
}

/** What is wrong with the purchase order number of an order: it is missing where the customer needs one. */
export function poNumberIssues(
  { name, poRequired }: Pick<OrderingCustomer, 'name' | 'poRequired'>,
  poNumber: string | null,
): Issue[] {
  if (!poRequired || poNumber !== null) return []
  return [{ path: 'poNumber', message: `${name} needs a purchase order number for each order: give it here.` }]
}

/** Throws Conflict if a line no longer costs what was shown. */
function refuseOtherPrices(asked: readonly NewLine[], lines: readonly PricedLine[], money: Money): void {
  const issues = asked.flatMap(({ unit }, position) => {
    const { sku, price } = lines[position]!
    if (unit === undefined || unit === price.unit) return []
    const message = `"${sku}" costs ${money(price.unit ?? 0)} now, and was shown at ${money(unit)}.`
    return [{ path: `lines.${position}`, message }]
  })
  if (issues.length > 0) throw new Conflict('Prices have changed since they were shown.', issues)
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new InvalidInput(issues)
}

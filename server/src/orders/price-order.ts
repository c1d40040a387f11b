import type { WorkspaceContext } from '../context.ts'
import type { CustomerContext } from '../customers/customer-fields.ts'
import { nextQuantityBreak } from '../pricing/quantity-breaks.ts'
import { shortfallOf } from '../shared/minimum-order.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { findOrderingCustomer } from './find-orderer.ts'
import { holdOf, readCredit } from './check-credit.ts'
import { readDeliveryChoice } from './delivery.ts'
import { readOrderSettings, totalsOf } from './order-settings.ts'
import { assessLines } from './price-lines.ts'
import type { AssessedLine } from './price-lines.ts'
import type { NewLine } from './new-order.ts'
import { lastLines, usualProducts } from './customer-story.ts'

/**
 * What an order would cost now, line by line, beside how the customer ordered each product last. The subtotal leaves out lines with a problem. Places nothing.
 * Throws NotFound, and InvalidRequest if the customer may not order.
 */
export async function priceOrder(context: WorkspaceContext, input: { customer: string; lines: readonly NewLine[] }) {
  const customer = await findOrderingCustomer(context, input.customer)
  const at = context.clock()
  const assessed = await assessLines(context, customer, input.lines)
  const last = await lastOrdered({ ...context, customerId: customer.id }, assessed)
  const lines = assessed.map((line) => ({ ...shapeLine(line, at), last: last.get(line.product?.id ?? '') ?? null }))
  const subtotal = lines.reduce((sum, { price, problem }) => sum + (problem === null ? price!.line : 0), 0)
  const settings = await readOrderSettings(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const delivery = await readDeliveryChoice(context, customer, { rule: settings, timezone })
  const totals = totalsOf(subtotal, settings)
  const credit = await readCredit(context, customer, settings.creditPolicy)
  const creditHold = holdOf(credit, totals.total ?? subtotal)
  const shortfall = shortfallOf(customer.minOrderValue, subtotal)
  return { customer, lines, ...totals, delivery, credit, creditHold, shortfall }
}

/** By product id. */
async function lastOrdered(context: CustomerContext, lines: readonly AssessedLine[]) {
  const asked = new Set(lines.flatMap(({ product }) => (product ? [product.id.replaceAll('-', '')] : [])))
  const usual = asked.size === 0 ? [] : await usualProducts(context)
  const again = usual.filter(({ id }) => asked.has(id))
  const last = await lastLines(context, again)
  return new Map([...last].map(([id, { qty, unit, at }]) => [id, { qty, unit, at: at.toISOString() }]))
}

/** Without a product of that SKU, only `problem` says something. */
function shapeLine({ asked, product, evaluation, terms, obstacle }: AssessedLine, at: Date) {
  if (!product || !evaluation) {
    const { sku, qty } = asked
    return { sku, qty, product: null, price: null, candidates: [], nextBreak: null, problem: obstacle }
  }
  const { id, sku, name, unitLabel, minOrderQty, orderMultiple, listPrice } = product
  const nextBreak = nextQuantityBreak(listPrice, terms, { qty: asked.qty, at, soldIn: product })
  return {
    sku,
    qty: asked.qty,
    product: { id, name, unitLabel, minOrderQty, orderMultiple },
    ...evaluation,
    nextBreak,
    problem: obstacle,
  }
}

import type { WorkspaceContext } from '../context.ts'
import type { Candidate, Price } from '../database/column-values.ts'
import { nextQuantityBreak } from '../pricing/quantity-breaks.ts'
import type { NextBreak } from '../pricing/quantity-breaks.ts'
import { findOrderingCustomer } from './find-orderer.ts'
import type { OrderingCustomer } from './find-orderer.ts'
import type { CreditHold } from '../rules/credit.ts'
import { readCreditHold } from './check-credit.ts'
import { readDeliveryChoice } from './delivery.ts'
import type { DeliveryChoice } from './delivery.ts'
import { totalsOf } from './order-settings.ts'
import type { Totals } from './order-settings.ts'
import { assessLines } from './price-lines.ts'
import type { AssessedLine, OrderableProduct } from './price-lines.ts'

/** What a line would cost. Without a product of that SKU, only `problem` says something. */
export type QuotedLine = {
  sku: string
  qty: number
  product: Pick<OrderableProduct, 'id' | 'name' | 'unitLabel' | 'minOrderQty' | 'orderMultiple'> | null
  price: Price | null
  candidates: Candidate[]
  /** The next quantity at which a unit is cheaper. */
  nextBreak: NextBreak | null
  /** Why the line cannot be ordered. */
  problem: string | null
}

export type Quote = {
  customer: OrderingCustomer
  lines: QuotedLine[]
  delivery: DeliveryChoice
  creditHold: CreditHold | null
} & Totals

/**
 * What an order would cost now, line by line. The subtotal leaves out lines with a problem. Places nothing.
 * Throws NotFound, and InvalidRequest if the customer may not order.
 */
export async function quoteOrder(
  context: WorkspaceContext,
  input: { customer: string; lines: readonly { sku: string; qty: number }[] },
): Promise<Quote> {
  const customer = await findOrderingCustomer(context, input.customer)
  const at = context.clock()
  const lines = (await assessLines(context, customer, input.lines)).map((line) => quoteLine(line, at))
  const subtotal = lines.reduce((sum, { price, problem }) => sum + (problem === null ? price!.line : 0), 0)
  const delivery = await readDeliveryChoice(context, customer)
  const totals = await totalsOf(context, subtotal)
  const hold = await readCreditHold(context, customer, { amount: totals.total ?? subtotal })
  return { customer, lines, ...totals, delivery, creditHold: hold }
}

function quoteLine({ asked, product, evaluation, terms, obstacle }: AssessedLine, at: Date): QuotedLine {
  if (!product || !evaluation) {
    return { ...asked, product: null, price: null, candidates: [], nextBreak: null, problem: obstacle }
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

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'
import { readOrderSettings } from '../orders/order-settings.ts'
import { lockOrderCounter } from '../orders/write-order.ts'
import { customerTerms, termsOn } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import { ORDER_STEPS } from '../rules/order-steps.ts'
import { taxOn } from '../rules/tax.ts'
import { readBuyers } from './add-orders.ts'
import type { CatalogueProduct } from './add-products.ts'
import { listPriceAt } from './list-price-at.ts'
import type { PriceStep } from './list-price-at.ts'
import { makePastOrders } from './make-past-orders.ts'
import type { PastOrder } from './make-past-orders.ts'
import { SALES } from './people.ts'
import { tell } from './story.ts'
import type { StoryEntry } from './story.ts'

const MINUTE_MS = 60_000

/**
 * Adds a year of settled orders at the prices of their time. All are written at once, so that the sample is there soon.
 * Prices and terms must exist. `steps` are all published prices, oldest first.
 */
export async function addPastOrders(
  context: WorkspaceContext,
  erp: Actor,
  catalogue: Map<string, CatalogueProduct>,
  steps: readonly PriceStep[],
): Promise<void> {
  const customers = await readCustomers(context)
  const buyers = await readBuyers(context)
  const lastNumber = await lockOrderCounter(context)
  const soldIn = (sku: string) => {
    const { min_order_qty: minOrderQty, order_multiple: orderMultiple } = catalogue.get(matchingKey(sku))!
    return { minOrderQty, orderMultiple }
  }
  const { terms, taxRateBp } = await readOrderSettings(context)
  const orders = makePastOrders(context.clock(), soldIn).map((order, i) => {
    const customer = customers.get(order.customer)!
    const lines = priceLines(order, customer, catalogue, steps)
    const subtotal = lines.reduce((sum, { price }) => sum + price.line, 0)
    const buyer = order.buyer === undefined ? undefined : buyers.get(matchingKey(order.buyer))!
    const moves = movesOf(order, buyer ?? SALES, erp)
    return {
      ...order,
      id: randomUUIDv7(),
      number: lastNumber + 1 + i,
      customer,
      buyer,
      email: order.buyer,
      lines,
      totals: { subtotal, terms, tax_rate_bp: taxRateBp, tax: taxOn(subtotal, taxRateBp).tax },
      moves,
    }
  })
  await insertOrders(context, orders)
  await tell(context, orders.flatMap(storyOf))
}

type Customer = { id: string; code: string; name: string; terms: TermsOfCustomer }

/** By account code, with their terms on all products. */
async function readCustomers({ db, workspaceId }: WorkspaceContext): Promise<Map<string, Customer>> {
  const { rows } = await sql<Customer>`
    with page as materialized (select * from product where workspace_id = ${workspaceId})
    select c.id, c.account_code as code, c.name, ${customerTerms(workspaceId, sql`c.id`, sql`page`)} as terms
    from customer c where c.workspace_id = ${workspaceId}`.execute(db)
  return new Map(rows.map((customer) => [customer.code, customer]))
}

/** The steps of an order. The ERP confirms it, and staff do the rest. */
function movesOf({ placed }: PastOrder, orderer: Actor, erp: Actor) {
  const after = (minutes: number) => new Date(placed.getTime() + minutes * MINUTE_MS)
  return [
    { status: 'new', by: orderer, at: placed },
    { status: 'confirmed', by: erp, at: after(13) },
    { status: 'dispatched', by: SALES, at: after(26 * 60) },
    { status: 'completed', by: SALES, at: after(75 * 60) },
  ] as const
}

function priceLines(
  { lines, placed }: PastOrder,
  { terms }: Customer,
  catalogue: Map<string, CatalogueProduct>,
  steps: readonly PriceStep[],
) {
  return lines.map(({ sku, qty }, position) => {
    const product = catalogue.get(matchingKey(sku))!
    const { id: product_id, name, unit_label, brand_id: brandId, category_id: categoryId } = product
    const listPrice = listPriceAt(product, steps, placed)
    const evaluation = evaluatePrice(listPrice, termsOn({ id: product_id, brandId, categoryId }, terms), qty, placed)
    return { id: randomUUIDv7(), position, product_id, sku: product.sku, name, unit_label, qty, ...evaluation }
  })
}

type NewOrder = Omit<PastOrder, 'customer' | 'buyer' | 'lines'> & {
  id: string
  number: number
  customer: Customer
  buyer: Actor | undefined
  email: string | undefined
  lines: ReturnType<typeof priceLines>
  totals: { subtotal: number; terms: string | null; tax_rate_bp: number | null; tax: number | null }
  moves: ReturnType<typeof movesOf>
}

async function insertOrders({ db, workspaceId }: WorkspaceContext, orders: readonly NewOrder[]): Promise<void> {
  const rows = orders.map(({ id, number, customer, buyer, email, poNumber, lines, totals, moves }) => ({
    workspace_id: workspaceId,
    id,
    number,
    status: moves.at(-1)!.status,
    customer_id: customer.id,
    customer_account_code: customer.code,
    customer_name: customer.name,
    buyer_name: buyer?.name,
    buyer_email: email,
    buyer_id: buyer?.id,
    po_number: poNumber,
    currency: 'GBP',
    line_count: lines.length,
    ...totals,
    placed_at: moves[0]!.at,
    updated_at: moves.at(-1)!.at,
  }))
  await db.insertInto('sales_order').values(rows).execute()
  await db
    .updateTable('order_counter')
    .set({ last_number: orders.at(-1)!.number })
    .where('workspace_id', '=', workspaceId)
    .execute()
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, order_id: order.id })))
  await sql`
    insert into sales_order_line (workspace_id, order_id, position, id, product_id, sku, name, unit_label, qty, price,
      candidates)
    select ${workspaceId}, order_id, position, id, product_id, sku, name, unit_label, qty, price, candidates
    from ${rowset(
      lines,
      `order_id uuid, position integer, id uuid, product_id uuid, sku text, name text, unit_label text, qty integer,
      price jsonb, candidates jsonb`,
    )}`.execute(db)
  const history = orders.flatMap(({ id, moves }) =>
    moves.map(({ by, ...move }, i) => ({ ...move, order_id: id, step: i + 1, actor: by })),
  )
  await sql`
    insert into sales_order_history (workspace_id, order_id, step, status, at, actor)
    select ${workspaceId}, order_id, step, status, at, actor
    from ${rowset(history, 'order_id uuid, step integer, status text, at timestamptz, actor jsonb')}`.execute(db)
}

function storyOf({ id, number, customer, lines, totals: { subtotal }, moves }: NewOrder): StoryEntry[] {
  return moves.map(({ by, at, status }, i) => ({
    by,
    at,
    action: `order.${ORDER_STEPS[status].verb.toLowerCase()}`,
    subject: { type: 'order', id, label: String(number) },
    changes:
      i === 0
        ? { customer: customer.name, lineCount: lines.length, subtotal, currency: 'GBP' }
        : { status: { from: moves[i - 1]!.status, to: status } },
  }))
}

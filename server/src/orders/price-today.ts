import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { InvalidRequest } from '../errors.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { findOrderingCustomer } from './find-orderer.ts'
import type { LineChange } from './line-change.ts'
import type { OrderWithLines } from './order-rows.ts'
import { assessLines } from './price-lines.ts'
import type { AssessedLine } from './price-lines.ts'

/**
 * What lines of an order, and new ones, would cost in a new order; without those whose product was deleted. With a line
 * to price it throws NotFound, and InvalidRequest if the customer may not order, or the order has another currency.
 */
export async function priceToday(
  context: WorkspaceContext,
  order: OrderWithLines,
  asked: readonly LineChange[],
): Promise<Map<LineChange, AssessedLine>> {
  if (asked.length === 0) return new Map()
  const { currency } = await readWorkspace(context, context.workspaceId)
  if (currency !== order.currency) {
    throw new InvalidRequest(`The order is in ${order.currency}, and prices are in ${currency} now: place a new order.`)
  }
  const customer = await findOrderingCustomer(context, order.customer.id)
  const skus = await presentSkus(context, order, asked)
  const found = asked.flatMap((change) => {
    const sku = change.id === undefined ? change.sku : skus.get(change.id)
    return sku === undefined ? [] : [{ change, sku, qty: change.qty }]
  })
  const assessed = await assessLines(context, customer, found)
  return new Map(found.map(({ change }, i) => [change, assessed[i]!]))
}

/** The SKUs that the products of lines have now, which may be others than when the order was placed. */
async function presentSkus({ db, workspaceId }: WorkspaceContext, order: OrderWithLines, asked: readonly LineChange[]) {
  const ids = new Set(asked.map(({ id }) => id))
  const lines = order.lines.filter(({ id }) => ids.has(id))
  const rows = await db
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${textArray(lines.map(({ productId }) => productId))}::uuid[])`)
    .execute()
  const skus = new Map(rows.map(({ id, sku }) => [id, sku]))
  return new Map(lines.map(({ id, productId }) => [id, skus.get(productId)]))
}

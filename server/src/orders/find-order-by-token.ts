import type { WorkspaceContext } from '../context.ts'
import { InvalidInput, quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { Order } from './order-rows.ts'
import { readOrder } from './read-order.ts'
import { linesAsPlaced } from './lines-as-placed.ts'
import type { NewOrder, PlacedOrder } from './new-order.ts'

type Lines = NewOrder['lines']

/** The order with this idempotency token. Throws InvalidInput, at `token`, if its content differs from this call. */
export async function findOrderByToken(
  context: WorkspaceContext,
  token: string,
  input: NewOrder,
): Promise<PlacedOrder | undefined> {
  const { db, workspaceId } = context
  const found = await db
    .selectFrom('sales_order')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('token', '=', token)
    .executeTakeFirst()
  if (!found) return undefined
  const order = await readOrder(context, found.id)
  if (!isSame(order, linesAsPlaced(order), input)) {
    const message = `The token ${quoted(token)} belongs to another order already: use a new token for this one.`
    throw new InvalidInput([{ path: 'token', message }])
  }
  return { id: order.id, number: order.number }
}

/** Compares with the copies in the order, so later changes of customer and products do not matter. */
function isSame(order: Order, lines: Lines, input: NewOrder): boolean {
  return (
    [order.customer.id, matchingKey(order.customer.accountCode ?? '')].includes(matchingKey(input.customer)) &&
    matchingKey(order.buyer?.email ?? '') === matchingKey(input.buyer ?? '') &&
    order.poNumber === (input.poNumber ?? null) &&
    order.note === (input.note ?? null) &&
    matchingKey(order.deliverTo?.id ?? '') === matchingKey(input.deliverTo ?? '') &&
    order.wantedOn === (input.wantedOn ?? null) &&
    fingerprint(lines) === fingerprint(input.lines)
  )
}

function fingerprint(lines: Lines): string {
  return JSON.stringify(lines.map(({ sku, qty }) => JSON.stringify([matchingKey(sku), qty])).toSorted())
}

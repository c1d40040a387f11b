import { inTransaction } from '../database/transaction.ts'
import { Conflict, invalidField, Refused } from '../errors.ts'
import type { AskedDelivery } from '../orders/delivery.ts'
import { orderAsItStands } from '../orders/order-mails.ts'
import type { PlacedOrder } from '../orders/new-order.ts'
import { mayOrder } from '../orders/find-orderer.ts'
import { placeOrderOf } from '../orders/place-order.ts'
import { isWithinLimit, limitInWords } from '../shared/order-quantity.ts'
import type { OrderLimit } from '../shared/order-quantity.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { deleteBasket, lockRequest, notWaiting } from './approval-requests.ts'
import type { BuyerContext } from './buyer-context.ts'
import { storedLines, lockBasket } from './read-basket.ts'
import { requireSeen } from './product-lines.ts'
import { readPortalSettings } from './portal-settings.ts'
import { mailRequester } from './colleagues.ts'
import { readBuyer } from './read-buyer.ts'

/** A basket as the buyer saw it. `unit` is the shown unit price, in minor units. */
type SeenBasket = {
  token: string
  lines: { productId: string; qty: number; unit: number }[]
  poNumber?: string | undefined
  note?: string | undefined
} & AskedDelivery

/**
 * Orders what is in the basket, or in the request of a colleague, which is approved so. Safe to repeat: what was ordered
 * before answers with that order. Throws Refused for an order past the limit of the buyer who places it; NotFound for a
 * request that does not wait; Conflict where the basket or a price is not as it was seen; InvalidInput with all errors of
 * the lines.
 */
export async function placeBasket(
  context: BuyerContext,
  seen: SeenBasket,
  { requestId }: { requestId?: string } = {},
): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const isRequest = requestId !== undefined
    const basket = isRequest ? await lockRequest(trx, requestId, 'of a colleague') : await lockBasket(trx)
    const { me, customer } = await readBuyer(trx, 'locked')
    if (basket?.id !== seen.token) return await orderOf(trx, seen.token, basket === undefined)
    const kept = await storedLines(trx, basket.id)
    if (fingerprint(kept) !== fingerprint(seen.lines)) throw changed()
    await requireWithinLimit(trx, me, seen)
    requireSeen(kept)
    await requireNotes(trx, seen.note)
    const seenUnits = new Map(seen.lines.map(({ productId, unit }) => [productId, unit]))
    const filler = { ...trx, buyerId: basket.buyerId }
    const by = isRequest ? (await readBuyer(filler)).me : me
    const placed = await placeOrderOf(trx, {
      customer: mayOrder(customer),
      buyer: me,
      lines: kept.map(({ productId, sku, qty }) => ({ sku, qty, unit: seenUnits.get(productId)! })),
      poNumber: seen.poNumber,
      costCentre: by.costCentre,
      ...(isRequest && { requestedBy: by }),
      note: seen.note,
      deliverTo: seen.deliverTo,
      wantedOn: seen.wantedOn,
      token: seen.token,
    })
    await deleteBasket(trx, basket.id)
    if (isRequest) {
      await mailRequester(filler, {
        what: `has approved your basket, which is order ${placed.number}`,
        ...orderAsItStands(trx, placed.id),
      })
    }
    return placed
  })
}

/** The order that was placed from an earlier basket of this customer. */
async function orderOf(
  { db, workspaceId, customerId }: BuyerContext,
  token: string,
  isGone: boolean,
): Promise<PlacedOrder> {
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'number'])
    .where('workspace_id', '=', workspaceId)
    .where('token', '=', token)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!order) throw isGone ? notWaiting() : changed()
  return order
}

/** By the prices that were seen: at any other nothing is ordered. */
export async function requireWithinLimit(
  trx: BuyerContext,
  { orderLimit }: { orderLimit: OrderLimit },
  { lines }: { lines: readonly { qty: number; unit: number }[] },
  act = 'approve it',
): Promise<void> {
  const subtotal = lines.reduce((sum, { qty, unit }) => sum + qty * unit, 0)
  if (isWithinLimit(orderLimit, subtotal)) return
  const money = moneyOf(await readWorkspace(trx, trx.workspaceId))
  const may = `You may order ${limitInWords(orderLimit, money)}`
  throw new Refused('forbidden', `${may}. This comes to ${money(subtotal)}: a colleague has to ${act}.`)
}

function fingerprint(lines: readonly { productId: string; qty: number }[]): string {
  return JSON.stringify(lines.map(({ productId, qty }) => `${productId} ${qty}`).toSorted())
}

function changed(): Conflict {
  return new Conflict('The basket has changed since it was shown: look at it again, then order.')
}

export async function requireNotes(trx: BuyerContext, note: string | undefined): Promise<void> {
  if (note === undefined || (await readPortalSettings(trx)).allowNotes) return
  throw invalidField('note', 'Orders have no notes here: leave it out.')
}

import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput, NotFound, Refused } from '../errors.ts'
import type { AskedDelivery } from '../orders/delivery.ts'
import type { PlacedOrder } from '../orders/new-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { isWithinLimit, limitInWords } from '../rules/order-limit.ts'
import type { OrderLimit } from '../rules/order-limit.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { BuyerContext } from './buyer-context.ts'
import { keptLines, lockBasket } from './basket-rows.ts'
import type { KeptLine } from './basket-rows.ts'
import { notAvailable } from './kept-products.ts'
import { readPortalSettings } from './portal-settings.ts'
import { mailPreparer } from './mail-colleagues.ts'
import { lockPreparedBasket, NOT_PREPARED } from './prepared-baskets.ts'
import { readBuyer } from './read-buyer.ts'

/** The basket as the buyer saw it. `unit` is the shown unit price, in minor units. */
type SeenBasket = {
  token: string
  lines: { productId: string; qty: number; unit: number }[]
  poNumber?: string | undefined
  note?: string | undefined
} & AskedDelivery

/**
 * Orders what is in the basket, and empties it. Safe to repeat: a basket that was ordered before answers with that
 * order. `preparedBy`: the colleague whose basket it is, and who has asked for approval. Throws Refused for an order past
 * the limit of the buyer who asks; NotFound for a basket that nobody has asked for; Conflict where the basket or a price
 * is not as it was seen; InvalidInput with all errors of the lines.
 */
export async function placeBasket(
  context: BuyerContext,
  seen: SeenBasket,
  { preparedBy }: { preparedBy?: string } = {},
): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const { me } = await readBuyer(trx)
    const owner = { ...trx, buyerId: preparedBy ?? trx.buyerId }
    const basket = preparedBy === undefined ? await lockBasket(trx) : await lockPreparedBasket(trx, preparedBy)
    if (basket?.token !== seen.token) return await orderOf(trx, seen.token, basket === undefined)
    const kept = await keptLines(owner)
    requireSame(kept, seen)
    await requireWithinLimit(trx, me, seen)
    requireSeen(kept)
    await requireNotes(trx, seen.note)
    const seenUnits = new Map(seen.lines.map(({ productId, unit }) => [productId, unit]))
    const placed = await placeOrder(trx, {
      customer: trx.customerId,
      buyer: me.id,
      lines: kept.map(({ productId, sku, qty }) => ({ sku, qty, unit: seenUnits.get(productId)! })),
      poNumber: seen.poNumber,
      costCentre: (await readBuyer(owner)).me.costCentre,
      note: seen.note,
      deliverTo: seen.deliverTo,
      wantedOn: seen.wantedOn,
      token: seen.token,
    })
    await empty(owner)
    if (preparedBy !== undefined) {
      await mailPreparer(owner, {
        what: `has approved your basket, which is order ${placed.number}`,
        path: `orders/${placed.id}`,
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
  if (!order) throw isGone ? new NotFound(NOT_PREPARED) : changed()
  return order
}

function requireSame(kept: readonly KeptLine[], { lines }: SeenBasket): void {
  if (fingerprint(kept) !== fingerprint(lines)) throw changed()
}

/** The SKU of a product that the customer does not see any more may be that of another one by now. */
function requireSeen(kept: readonly KeptLine[]): void {
  const issues = kept.flatMap(({ sku, isSeen }, i) =>
    isSeen ? [] : [{ path: `lines.${i}`, message: notAvailable(sku) }],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
}

/** By the prices that were seen: at any other nothing is ordered. */
async function requireWithinLimit(
  trx: BuyerContext,
  { orderLimit }: { orderLimit: OrderLimit },
  { lines }: SeenBasket,
): Promise<void> {
  const subtotal = lines.reduce((sum, { qty, unit }) => sum + qty * unit, 0)
  if (isWithinLimit(orderLimit, subtotal)) return
  const money = moneyOf(await readWorkspace(trx, trx.workspaceId))
  const may = `You may order ${limitInWords(orderLimit, money)}`
  throw new Refused('forbidden', `${may}. This comes to ${money(subtotal)}: a colleague has to approve it.`)
}

function fingerprint(lines: readonly { productId: string; qty: number }[]): string {
  return JSON.stringify(lines.map(({ productId, qty }) => `${productId} ${qty}`).toSorted())
}

function changed(): Conflict {
  return new Conflict('The basket has changed since it was shown: look at it again, then order.')
}

async function requireNotes(trx: BuyerContext, note: string | undefined): Promise<void> {
  if (note === undefined || (await readPortalSettings(trx)).allowNotes) return
  throw new InvalidInput([{ path: 'note', message: 'Orders have no notes here: leave it out.' }])
}

/** A new basket gets another token. */
async function empty({ db, workspaceId, buyerId }: BuyerContext): Promise<void> {
  await db.deleteFrom('basket').where('workspace_id', '=', workspaceId).where('buyer_id', '=', buyerId).execute()
}

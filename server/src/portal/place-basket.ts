import { inTransaction } from '../database/transaction.ts'
import { Conflict, InvalidInput, Refused } from '../errors.ts'
import type { PlacedOrder } from '../orders/new-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { BuyerContext } from './buyer-context.ts'
import { keptLines, lockBasket } from './basket-rows.ts'
import type { KeptLine } from './basket-rows.ts'
import { readPortalSettings } from './portal-settings.ts'
import { readBuyer } from './read-portal.ts'

/** The basket as the buyer saw it. `unit` is the shown unit price, in minor units. */
export type SeenBasket = {
  token: string
  lines: { productId: string; qty: number; unit: number }[]
  poNumber?: string | undefined
  note?: string | undefined
}

/**
 * Orders what is in the basket, and empties it. Safe to repeat: a basket that was ordered before answers with that order.
 * Throws Refused for a buyer who may only prepare; Conflict where the basket or a price is not as it was seen; InvalidInput
 * with all errors of the lines.
 */
export async function placeBasket(context: BuyerContext, seen: SeenBasket): Promise<PlacedOrder> {
  return inTransaction(context, async (trx) => {
    const { me } = await readBuyer(trx)
    if (!me.mayOrder) {
      throw new Refused('forbidden', 'You may prepare orders: save the basket as a list, and a colleague orders it.')
    }
    const basket = await lockBasket(trx)
    if (basket.token !== seen.token) return await orderOf(trx, seen.token)
    const kept = await keptLines(trx)
    requireSame(kept, seen)
    await requireNotes(trx, seen.note)
    const placed = await placeOrder(trx, {
      customer: trx.customerId,
      buyer: me.email,
      lines: kept.map(({ productId, sku, qty }) => ({ sku, qty, unit: unitOf(seen, productId) })),
      poNumber: seen.poNumber,
      note: seen.note,
      token: seen.token,
    })
    await empty(trx)
    return placed
  })
}

/** The order that was placed from an earlier basket of this customer. */
async function orderOf({ db, workspaceId, customerId }: BuyerContext, token: string): Promise<PlacedOrder> {
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'number'])
    .where('workspace_id', '=', workspaceId)
    .where('token', '=', token)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!order) throw changed()
  return order
}

function requireSame(kept: readonly KeptLine[], { lines }: SeenBasket): void {
  if (fingerprint(kept) !== fingerprint(lines)) throw changed()
}

function fingerprint(lines: readonly { productId: string; qty: number }[]): string {
  return JSON.stringify(lines.map(({ productId, qty }) => `${productId} ${qty}`).toSorted())
}

function changed(): Conflict {
  return new Conflict('The basket has changed since it was shown: look at it again, then order.')
}

function unitOf({ lines }: SeenBasket, productId: string): number {
  return lines.find((line) => line.productId === productId)!.unit
}

async function requireNotes(trx: BuyerContext, note: string | undefined): Promise<void> {
  if (note === undefined || (await readPortalSettings(trx)).allowNotes) return
  throw new InvalidInput([{ path: 'note', message: 'Orders have no notes here: leave it out.' }])
}

/** A new basket gets another token. */
async function empty({ db, workspaceId, buyerId }: BuyerContext): Promise<void> {
  await db.deleteFrom('basket').where('workspace_id', '=', workspaceId).where('buyer_id', '=', buyerId).execute()
}

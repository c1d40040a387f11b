import type { BuyerContext } from './buyer-context.ts'
import { lockBasket } from './basket-rows.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { readBasket } from './read-basket.ts'

export const NOT_PREPARED = 'This basket does not wait for an order any more: it was ordered, taken back or sent back.'

/** The baskets of colleagues that wait for an order, and that the buyer may approve, the oldest first. */
export async function listPreparedBaskets(context: BuyerContext) {
  const rows = await selectPrepared(context)
    .innerJoin('buyer as me', (join) =>
      join.onRef('me.workspace_id', '=', 'k.workspace_id').on('me.id', '=', context.buyerId),
    )
    .where((is) =>
      is.or([
        is('me.order_limit', 'is', null),
        is.and([is('me.order_limit', '>', 0), is('me.order_limit', '>=', is.ref('k.asked_subtotal'))]),
      ]),
    )
    .orderBy('k.asked_at')
    .orderBy('k.buyer_id')
    .execute()
  return rows.map(({ askedAt, subtotal, lineCount, ...basket }) => ({
    ...basket,
    askedAt: askedAt!.toISOString(),
    subtotal: subtotal!,
    lineCount: Number(lineCount),
  }))
}

/** One that waits, at the present prices; also for a colleague who may not approve it. Throws NotFound. */
export async function readPreparedBasket(context: BuyerContext, buyerId: string) {
  const found = isUuid(buyerId)
    ? await selectPrepared(context).where('k.buyer_id', '=', buyerId).executeTakeFirst()
    : undefined
  if (!found) throw new NotFound(NOT_PREPARED)
  return { preparedBy: found.name, askedSubtotal: found.subtotal!, basket: await readBasket({ ...context, buyerId }) }
}

/** Locks a basket that waits for an order until the transaction ends; undefined where there is none. */
export async function lockPreparedBasket(context: BuyerContext, buyerId: string) {
  if (!isUuid(buyerId)) return undefined
  const { db, workspaceId } = context
  await db
    .selectFrom('basket')
    .select('token')
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .forUpdate()
    .execute()
  // Looked for once it is locked: a colleague may have ordered it just before.
  const found = await selectPrepared(context).where('k.buyer_id', '=', buyerId).executeTakeFirst()
  return found && lockBasket({ ...context, buyerId })
}

function selectPrepared({ db, workspaceId, customerId, buyerId }: BuyerContext) {
  return db
    .selectFrom('basket as k')
    .innerJoin('buyer as b', (join) =>
      join.onRef('b.workspace_id', '=', 'k.workspace_id').onRef('b.id', '=', 'k.buyer_id'),
    )
    .select(['k.buyer_id as buyerId', 'b.name', 'k.asked_at as askedAt', 'k.asked_subtotal as subtotal'])
    .select((is) =>
      is
        .selectFrom('basket_line as l')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('l.workspace_id', '=', workspaceId)
        .whereRef('l.buyer_id', '=', 'k.buyer_id')
        .where('l.emptied', '=', false)
        .as('lineCount'),
    )
    .where('k.workspace_id', '=', workspaceId)
    .where('b.customer_id', '=', customerId)
    .where('k.buyer_id', '!=', buyerId)
    .where('k.asked_at', 'is not', null)
}

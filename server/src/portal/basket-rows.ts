import { randomUUID } from 'node:crypto'
import type { BuyerContext } from './buyer-context.ts'
import { withPresentNames } from './kept-products.ts'
import type { KeptProduct } from './kept-products.ts'

/** A line as the basket keeps it. */
export type KeptLine = KeptProduct & {
  /** The price at which the line was last shown as right, in minor units. */
  shownUnit: number | null
  shownLabel: string
}

/** What is kept of a basket. `id` is its token: it becomes that of the order. */
export const BASKET_COLUMNS = [
  'id',
  'buyer_id as buyerId',
  'po_number as poNumber',
  'note',
  'delivery_said as deliverySaid',
  'deliver_to as deliverTo',
  'wanted_on as wantedOn',
  'taken_keys as takenKeys',
] as const

export type BasketRow = NonNullable<Awaited<ReturnType<typeof findBasket>>>

/** The basket that the buyer fills; undefined while there is none. */
export async function findBasket({ db, workspaceId, buyerId }: BuyerContext) {
  return db
    .selectFrom('basket')
    .select(BASKET_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .where('asked_at', 'is', null)
    .executeTakeFirst()
}

/** Locks the basket that the buyer fills until the transaction ends; makes it where there is none. */
export async function lockBasket({ db, workspaceId, buyerId, clock }: BuyerContext) {
  return db
    .insertInto('basket')
    .values({ workspace_id: workspaceId, id: randomUUID(), buyer_id: buyerId, updated_at: clock() })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'buyer_id']).where('asked_at', 'is', null).doUpdateSet({ updated_at: clock() }),
    )
    .returning(BASKET_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** The lines of a basket, in the order in which they came in. */
export async function keptLines(context: BuyerContext, basketId: string): Promise<KeptLine[]> {
  const { db, workspaceId } = context
  const kept = await db
    .selectFrom('basket_line as l')
    .select(['l.product_id as productId', 'l.sku', 'l.name', 'l.qty'])
    .select(['l.shown_unit as shownUnit', 'l.shown_label as shownLabel'])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.basket_id', '=', basketId)
    .where('l.emptied', '=', false)
    .orderBy('l.position')
    .orderBy('l.product_id')
    .execute()
  return withPresentNames(context, kept)
}

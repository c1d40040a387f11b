import { randomUUID } from 'node:crypto'
import { Conflict } from '../errors.ts'
import type { BuyerContext } from './buyer-context.ts'
import { withPresentNames } from './kept-products.ts'
import type { KeptProduct } from './kept-products.ts'

/** A line as the basket keeps it. */
export type KeptLine = KeptProduct & {
  /** The price at which the line was last shown as right, in minor units. */
  shownUnit: number | null
  shownLabel: string
}

const COLUMNS = [
  'token',
  'po_number as poNumber',
  'note',
  'delivery_said as deliverySaid',
  'deliver_to as deliverTo',
  'wanted_on as wantedOn',
  'asked_at as askedAt',
  'asked_subtotal as askedSubtotal',
  'sent_back_by as sentBackBy',
  'sent_back_note as sentBackNote',
  'taken_keys as takenKeys',
] as const

/** The basket of the buyer; undefined while there is none. */
export async function findBasket({ db, workspaceId, buyerId }: BuyerContext) {
  return db
    .selectFrom('basket')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst()
}

/** Locks the basket of the buyer until the transaction ends; makes it where there is none. */
export async function lockBasket({ db, workspaceId, buyerId, clock }: BuyerContext) {
  return db
    .insertInto('basket')
    .values({ workspace_id: workspaceId, buyer_id: buyerId, token: randomUUID(), updated_at: clock() })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'buyer_id']).doUpdateSet({ updated_at: clock() }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Locks the basket for a change of it. Throws Conflict while it waits for a colleague. */
export async function lockOpenBasket(context: BuyerContext) {
  const basket = await lockBasket(context)
  if (basket.askedAt === null) return basket
  throw new Conflict('Your basket waits for a colleague to order it: take it back in the basket to change it.')
}

/** The lines of the basket, in the order in which they came in. */
export async function keptLines(context: BuyerContext): Promise<KeptLine[]> {
  const { db, workspaceId, buyerId } = context
  const kept = await db
    .selectFrom('basket_line as l')
    .select(['l.product_id as productId', 'l.sku', 'l.name', 'l.qty'])
    .select(['l.shown_unit as shownUnit', 'l.shown_label as shownLabel'])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.buyer_id', '=', buyerId)
    .where('l.emptied', '=', false)
    .orderBy('l.position')
    .orderBy('l.product_id')
    .execute()
  return withPresentNames(context, kept)
}

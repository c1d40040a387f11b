import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { rowset, textArray } from '../database/rowset.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalidField, NotFound } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { AskedDelivery } from '../orders/delivery.ts'
import { ORDER_LIMITS } from '../shared/limits.ts'
import type { BuyerContext } from './buyer-context.ts'
import { storedLines, lockBasket } from './read-basket.ts'
import type { BasketRow, StoredLine } from './read-basket.ts'
import { readBuyersPrices } from './buyers-line.ts'
import type { BuyersLine, BuyersPrices } from './buyers-line.ts'

type AskedLine = { sku: string; qty: number }

/** `left`: the lines that were not added, and why. */
export type AddedToBasket = { added: number; left: { sku: string; qty: number; reason: string }[] }

/** How many keys of additions a basket remembers. */
const KEYS = 50

/**
 * Adds quantities to the basket. Lines of products that the customer does not see are left out, and told. What comes
 * again with the same key, a UUID, is not added again. Throws InvalidInput where the basket would have too many lines.
 */
export async function addToBasket(
  context: BuyerContext,
  lines: readonly AskedLine[],
  key?: string,
): Promise<AddedToBasket> {
  return inTransaction(context, async (trx) => {
    const { id, takenKeys } = await lockBasket(trx)
    if (key !== undefined) {
      if (takenKeys.includes(key)) return { added: 0, left: [] }
      await setBasket(trx, id, { taken_keys: JSON.stringify([key, ...takenKeys].slice(0, KEYS)) })
    }
    const kept = await storedLines(trx, id)
    const asked = mergeBySku(lines)
    const have = new Map(kept.filter(({ isSeen }) => isSeen).map(({ sku, qty }) => [matchingKey(sku), qty]))
    const price = await readBuyersPrices(trx, asked)
    const after = price(
      asked.map(({ sku, qty }) => ({ sku, qty: Math.min((have.get(matchingKey(sku)) ?? 0) + qty, ORDER_LIMITS.qty) })),
    )
    const found = after.filter(({ product }) => product !== null)
    requireRoom(kept.length + found.filter(({ sku }) => !have.has(matchingKey(sku))).length)
    await setLines(trx, { id, price, kept }, found)
    const left = after.flatMap(({ product, problem }, i) => (product ? [] : [{ ...asked[i]!, reason: problem! }]))
    return { added: found.length, left }
  })
}

/** Sets the quantity of a line. Throws NotFound. */
export async function setBasketLine(
  context: BuyerContext,
  { productId, qty }: { productId: string; qty: number },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { id } = await lockBasket(trx)
    const kept = await storedLines(trx, id)
    const line = kept.find((one) => one.productId === productId)
    if (!line) throw new NotFound('There is no such line in the basket: it was removed, or the basket was ordered.')
    if (!line.isSeen) return
    const price = await readBuyersPrices(trx, [line])
    await setLines(trx, { id, price, kept }, price([{ sku: line.sku, qty }]))
  })
}

/** Removes a line. Idempotent. */
export async function removeFromBasket(context: BuyerContext, productId: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { id } = await lockBasket(trx)
    await trx.db
      .deleteFrom('basket_line')
      .where('workspace_id', '=', trx.workspaceId)
      .where('basket_id', '=', id)
      .where('product_id', '=', productId)
      .execute()
  })
}

/** Takes all lines out of the basket. Idempotent. The last lines that were taken out are kept, to be put back. */
export async function emptyBasket(context: BuyerContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { id } = await lockBasket(trx)
    if ((await storedLines(trx, id)).length === 0) return
    await deleteEmptied(trx, id)
    await setEmptied(trx, id, true)
  })
}

/**
 * Puts the lines back that were taken out when the basket was emptied, beside what is in it since. Idempotent. Throws
 * InvalidInput where the basket would have too many lines.
 */
export async function refillBasket(context: BuyerContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { id } = await lockBasket(trx)
    await setEmptied(trx, id, false)
    requireRoom((await storedLines(trx, id)).length)
  })
}

/**
 * Puts what is kept of another basket of the buyer into the one that the buyer fills, and removes the other: quantities
 * add up, and where this one says nothing of number, note and delivery, it says what the other said. Call it in the
 * transaction that has locked the other. Throws InvalidInput where the basket would have too many lines.
 */
export async function mergeIntoBasket(trx: BuyerContext, other: BasketRow): Promise<void> {
  const { id, ...basket } = await lockBasket(trx)
  const there = new Set((await storedLines(trx, id)).map(({ productId }) => productId))
  const lines = await storedLines(trx, other.id)
  const both = lines.filter(({ productId, isSeen }) => isSeen && there.has(productId))
  await addToBasket(trx, both)
  await deleteEmptied(trx, id)
  const { workspaceId } = trx
  await sql`
    update basket_line set basket_id = ${id},
      position = position + (select coalesce(max(position), 0) from basket_line
        where workspace_id = ${workspaceId} and basket_id = ${id})
    where workspace_id = ${workspaceId} and basket_id = ${other.id} and not emptied
      and not product_id = any(${textArray([...there])}::uuid[])`.execute(trx.db)
  requireRoom((await storedLines(trx, id)).length)
  await setBasket(trx, id, {
    po_number: basket.poNumber ?? other.poNumber,
    note: basket.note ?? other.note,
    ...(!basket.deliverySaid && {
      delivery_said: other.deliverySaid,
      deliver_to: other.deliverTo,
      wanted_on: other.wantedOn,
    }),
  })
  await trx.db.deleteFrom('basket').where('workspace_id', '=', workspaceId).where('id', '=', other.id).execute()
}

/** Writes columns of a basket. */
export async function setBasket(
  { db, workspaceId }: BuyerContext,
  id: string,
  columns: Updateable<Tables['basket']>,
): Promise<void> {
  await db.updateTable('basket').set(columns).where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

async function setEmptied({ db, workspaceId }: BuyerContext, basketId: string, emptied: boolean): Promise<void> {
  await db
    .updateTable('basket_line')
    .set({ emptied })
    .where('workspace_id', '=', workspaceId)
    .where('basket_id', '=', basketId)
    .execute()
}

async function deleteEmptied({ db, workspaceId }: BuyerContext, basketId: string): Promise<void> {
  await db
    .deleteFrom('basket_line')
    .where('workspace_id', '=', workspaceId)
    .where('basket_id', '=', basketId)
    .where('emptied', '=', true)
    .execute()
}

/** Keeps what goes with the order to come. Where and when stay, where they are left out. */
export async function describeBasket(
  context: BuyerContext,
  { poNumber, note, deliverTo, wantedOn }: { poNumber: string | null; note: string | null } & AskedDelivery,
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { id } = await lockBasket(trx)
    await setBasket(trx, id, {
      po_number: poNumber,
      note,
      ...((deliverTo !== undefined || wantedOn !== undefined) && { delivery_said: true }),
      ...(deliverTo !== undefined && { deliver_to: deliverTo }),
      ...(wantedOn !== undefined && { wanted_on: wantedOn }),
    })
  })
}

function mergeBySku(lines: readonly AskedLine[]): AskedLine[] {
  const merged = new Map<string, AskedLine>()
  for (const { sku, qty } of lines) {
    const key = matchingKey(sku)
    const before = merged.get(key)
    merged.set(key, { sku: before?.sku ?? sku, qty: Math.min((before?.qty ?? 0) + qty, ORDER_LIMITS.qty) })
  }
  return [...merged.values()]
}

function requireRoom(lines: number): void {
  if (lines <= ORDER_LIMITS.lines) return
  throw invalidField('lines', `Must have at most ${ORDER_LIMITS.lines} lines in the basket.`)
}

/** Writes lines with their new quantities. Products that the customer does not see keep their line as it is. */
async function setLines(
  trx: BuyerContext,
  { id, price, kept }: { id: string; price: BuyersPrices; kept: readonly StoredLine[] },
  after: readonly BuyersLine[],
): Promise<void> {
  const earlier = new Map(kept.map((line) => [line.productId, line]))
  const touched = after.flatMap(({ product }) => (product && earlier.get(product.id)) || [])
  const now = new Map(price(touched).map((line) => [line.product?.id, line]))
  const rows = after.flatMap((line) => {
    if (!line.product) return []
    const { id: product_id, name } = line.product
    const shown = shownPrice(line, earlier.get(product_id), now.get(product_id))
    return [{ product_id, sku: line.sku, name, qty: line.qty, ...shown }]
  })
  await sql`
    insert into basket_line (workspace_id, basket_id, product_id, sku, name, qty, shown_unit, shown_label, position)
    select ${trx.workspaceId}, ${id}, product_id, sku, name, qty, shown_unit, shown_label,
      place + (select coalesce(max(position), 0) from basket_line
        where workspace_id = ${trx.workspaceId} and basket_id = ${id})
    from ${rowset(
      rows.map((row, i) => ({ ...row, place: i + 1 })),
      'product_id uuid, sku text, name text, qty integer, shown_unit bigint, shown_label text, place integer',
    )}
    on conflict (workspace_id, basket_id, product_id) do update
      set sku = excluded.sku, name = excluded.name, qty = excluded.qty, shown_unit = excluded.shown_unit,
        shown_label = excluded.shown_label, emptied = false,
        position = case when basket_line.emptied then excluded.position else basket_line.position end`.execute(trx.db)
}

/** A price that changed unseen stays the one that was shown: the buyer is still to be told. */
function shownPrice(after: BuyersLine, kept: StoredLine | undefined, now: BuyersLine | undefined) {
  if (kept && now && now.price!.unit !== kept.shownUnit) {
    return { shown_unit: kept.shownUnit, shown_label: kept.shownLabel }
  }
  return { shown_unit: after.price!.unit, shown_label: after.price!.label }
}

import { sql } from 'kysely'
import { rowset } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import type { AskedDelivery } from '../orders/delivery.ts'
import { ORDER_LIMITS } from '../rules/limits.ts'
import type { BuyerContext } from './buyer-context.ts'
import { keptLines, lockOpenBasket } from './basket-rows.ts'
import type { KeptLine } from './basket-rows.ts'
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
    const { takenKeys } = await lockOpenBasket(trx)
    if (key !== undefined) {
      if (takenKeys.includes(key)) return { added: 0, left: [] }
      await keepKeys(trx, [key, ...takenKeys].slice(0, KEYS))
    }
    const kept = await keptLines(trx)
    const asked = mergeBySku(lines)
    const have = new Map(kept.filter(({ isSeen }) => isSeen).map(({ sku, qty }) => [matchingKey(sku), qty]))
    const price = await readBuyersPrices(trx, asked)
    const after = price(
      asked.map(({ sku, qty }) => ({ sku, qty: Math.min((have.get(matchingKey(sku)) ?? 0) + qty, ORDER_LIMITS.qty) })),
    )
    const found = after.filter(({ product }) => product !== null)
    requireRoom(kept.length + found.filter(({ sku }) => !have.has(matchingKey(sku))).length)
    await setLines(trx, { price, kept }, found)
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
    await lockOpenBasket(trx)
    const kept = await keptLines(trx)
    const line = kept.find((one) => one.productId === productId)
    if (!line) throw new NotFound('There is no such line in the basket: it was removed, or the basket was ordered.')
    if (!line.isSeen) return
    const price = await readBuyersPrices(trx, [line])
    await setLines(trx, { price, kept }, price([{ sku: line.sku, qty }]))
  })
}

/** Removes a line. Idempotent. */
export async function removeFromBasket(context: BuyerContext, productId: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockOpenBasket(trx)
    await trx.db
      .deleteFrom('basket_line')
      .where('workspace_id', '=', trx.workspaceId)
      .where('buyer_id', '=', trx.buyerId)
      .where('product_id', '=', productId)
      .execute()
  })
}

/** Takes all lines out of the basket. Idempotent. The last lines that were taken out are kept, to be put back. */
export async function emptyBasket(context: BuyerContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockOpenBasket(trx)
    if ((await keptLines(trx)).length === 0) return
    await trx.db
      .deleteFrom('basket_line')
      .where('workspace_id', '=', trx.workspaceId)
      .where('buyer_id', '=', trx.buyerId)
      .where('emptied', '=', true)
      .execute()
    await setEmptied(trx, true)
  })
}

/**
 * Puts the lines back that were taken out when the basket was emptied, beside what is in it since. Idempotent. Throws
 * InvalidInput where the basket would have too many lines.
 */
export async function refillBasket(context: BuyerContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockOpenBasket(trx)
    await setEmptied(trx, false)
    requireRoom((await keptLines(trx)).length)
  })
}

async function keepKeys({ db, workspaceId, buyerId }: BuyerContext, keys: string[]): Promise<void> {
  await db
    .updateTable('basket')
    .set({ taken_keys: JSON.stringify(keys) })
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .execute()
}

async function setEmptied({ db, workspaceId, buyerId }: BuyerContext, emptied: boolean): Promise<void> {
  await db
    .updateTable('basket_line')
    .set({ emptied })
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .execute()
}

/** Keeps what goes with the order to come. Where and when stay, where they are left out. */
export async function describeBasket(
  context: BuyerContext,
  { poNumber, note, deliverTo, wantedOn }: { poNumber: string | null; note: string | null } & AskedDelivery,
): Promise<void> {
  await inTransaction(context, async (trx) => {
    await lockOpenBasket(trx)
    await trx.db
      .updateTable('basket')
      .set({
        po_number: poNumber,
        note,
        ...((deliverTo !== undefined || wantedOn !== undefined) && { delivery_said: true }),
        ...(deliverTo !== undefined && { deliver_to: deliverTo }),
        ...(wantedOn !== undefined && { wanted_on: wantedOn }),
      })
      .where('workspace_id', '=', trx.workspaceId)
      .where('buyer_id', '=', trx.buyerId)
      .execute()
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
  throw new InvalidInput([{ path: 'lines', message: `Must have at most ${ORDER_LIMITS.lines} lines in the basket.` }])
}

/** Writes lines with their new quantities. Products that the customer does not see keep their line as it is. */
async function setLines(
  trx: BuyerContext,
  { price, kept }: { price: BuyersPrices; kept: readonly KeptLine[] },
  after: readonly BuyersLine[],
): Promise<void> {
  const earlier = new Map(kept.map((line) => [line.productId, line]))
  const touched = after.flatMap(({ product }) => (product && earlier.get(product.id)) || [])
  const now = new Map(price(touched).map((line) => [line.product?.id, line]))
  const rows = after.flatMap((line) => {
    if (!line.product) return []
    const { id, name } = line.product
    const shown = shownPrice(line, earlier.get(id), now.get(id))
    return [{ product_id: id, sku: line.sku, name, qty: line.qty, ...shown }]
  })
  await sql`
    insert into basket_line (workspace_id, buyer_id, product_id, sku, name, qty, shown_unit, shown_label, position)
    select ${trx.workspaceId}, ${trx.buyerId}, product_id, sku, name, qty, shown_unit, shown_label,
      place + (select coalesce(max(position), 0) from basket_line
        where workspace_id = ${trx.workspaceId} and buyer_id = ${trx.buyerId})
    from ${rowset(
      rows.map((row, i) => ({ ...row, place: i + 1 })),
      'product_id uuid, sku text, name text, qty integer, shown_unit bigint, shown_label text, place integer',
    )}
    on conflict (workspace_id, buyer_id, product_id) do update
      set sku = excluded.sku, name = excluded.name, qty = excluded.qty, shown_unit = excluded.shown_unit,
        shown_label = excluded.shown_label, emptied = false,
        position = case when basket_line.emptied then excluded.position else basket_line.position end`.execute(trx.db)
}

/** A price that changed unseen stays the one that was shown: the buyer is still to be told. */
function shownPrice(after: BuyersLine, kept: KeptLine | undefined, now: BuyersLine | undefined) {
  if (kept && now && now.price!.unit !== kept.shownUnit) {
    return { shown_unit: kept.shownUnit, shown_label: kept.shownLabel }
  }
  return { shown_unit: after.price!.unit, shown_label: after.price!.label }
}

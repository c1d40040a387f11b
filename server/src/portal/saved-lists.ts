import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { SAVED_LISTS } from '../shared/limits.ts'
import { isUuid } from '../lib/uuid.ts'
import type { BuyerContext } from './buyer-context.ts'
import { findBasket, keptLines } from './basket-rows.ts'
import { buyersByIds } from './buyers-catalogue.ts'
import { priceBuyersLines } from './buyers-line.ts'
import { notAvailable, withPresentNames } from './kept-products.ts'
import { addToBasket } from './change-basket.ts'
import type { AddedToBasket } from './change-basket.ts'
import { insertListLines, nameTaken, newListLines } from './list-rows.ts'
import type { ListLine } from './list-rows.ts'

/** Products that one statement reads. */
const PART = 100

/** The shared lists of the buyer's customer and the buyer's own, by name. */
export async function listSavedLists(context: BuyerContext) {
  const rows = await selectLists(context)
    .orderBy(sql`s.name collate "und-x-icu"`)
    .orderBy('s.id')
    .execute()
  return rows.map((row) => shape(context, row))
}

/** One list, with its lines at the present prices of one unit. `product` is null where the customer sees none. */
export async function readSavedList(context: BuyerContext, id: string) {
  const row = await findList(context, id)
  const lines = await withPresentNames(context, await linesOf(context, id))
  const ids = lines.map(({ productId }) => productId)
  const products = new Map<string, Awaited<ReturnType<typeof buyersByIds>>[number]>()
  for (let at = 0; at < ids.length; at += PART) {
    for (const product of await buyersByIds(context, ids.slice(at, at + PART))) products.set(product.id, product)
  }
  return {
    ...shape(context, row),
    lines: lines.map((line) => ({ ...line, product: products.get(line.productId) ?? null })),
  }
}

type NewList = {
  name: string
  shared: boolean
  /** Without them, those of the basket. */
  lines?: readonly { sku: string; qty: number }[] | undefined
}

/** Saves lines as a list. Throws InvalidInput for a name that is taken, and for SKUs that the customer does not see. */
export async function createList(context: BuyerContext, { name, shared, lines }: NewList): Promise<{ id: string }> {
  const priced = lines && (await priceBuyersLines(context, lines))
  return inTransaction(context, async (trx) => {
    const rows = priced ? newListLines(priced) : await linesOfBasket(trx)
    await requireRoom(trx, shared)
    const id = randomUUIDv7()
    const { numInsertedOrUpdatedRows } = await trx.db
      .insertInto('saved_list')
      .values({
        workspace_id: trx.workspaceId,
        id,
        customer_id: trx.customerId,
        name,
        name_key: matchingKey(name),
        created_by: trx.actor.name,
        created_at: trx.clock(),
        owner_id: trx.buyerId,
        shared,
        changed_by: trx.actor.name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw nameTaken(name)
    await insertListLines(trx, id, rows)
    return { id }
  })
}

/** Throws InvalidRequest where there are as many lists of this kind as there may be. */
export async function requireRoom(context: BuyerContext, shared: boolean): Promise<void> {
  const lists = (await listSavedLists(context)).filter((list) => list.shared === shared)
  const most = shared ? SAVED_LISTS.shared : SAVED_LISTS.own
  if (lists.length < most) return
  throw new InvalidRequest(`There are ${most} lists ${shared ? 'of your company' : 'of your own'}: remove one first.`)
}

async function linesOfBasket(trx: BuyerContext): Promise<ListLine[]> {
  const basket = await findBasket(trx)
  const lines = basket ? await keptLines(trx, basket.id) : []
  if (lines.length === 0) throw new InvalidRequest('The basket is empty: there is nothing to save.')
  return lines.map(({ productId, sku, name, qty }) => ({ productId, sku, name, qty, par: null }))
}

/**
 * Adds a list to the basket. Lines of products that the customer does not see are left out, and told. Throws NotFound.
 */
export async function addListToBasket(context: BuyerContext, id: string): Promise<AddedToBasket> {
  await findList(context, id)
  const lines = await withPresentNames(context, await linesOf(context, id))
  const seen = lines.filter(({ isSeen }) => isSeen)
  const { added, left } = await addToBasket(context, seen)
  const gone = lines.flatMap(({ sku, qty, isSeen }) => (isSeen ? [] : [{ sku, qty, reason: notAvailable(sku) }]))
  return { added, left: [...gone, ...left] }
}

/** Removes a list. Idempotent. */
export async function removeSavedList(context: BuyerContext, id: string): Promise<void> {
  if (!isUuid(id)) return
  await inTransaction(context, ({ db, workspaceId, customerId, buyerId }) =>
    db
      .deleteFrom('saved_list')
      .where('workspace_id', '=', workspaceId)
      .where('customer_id', '=', customerId)
      .where(({ eb, or }) => or([eb('shared', '=', true), eb('owner_id', '=', buyerId)]))
      .where('id', '=', id)
      .execute(),
  )
}

/** A list that the buyer has. With `forChange` it is locked until the transaction ends. Throws NotFound. */
export async function findList(context: BuyerContext, id: string, { forChange = false } = {}) {
  const lists = selectLists(context).where('s.id', '=', id)
  const row = isUuid(id) ? await lists.$if(forChange, (query) => query.forUpdate('s')).executeTakeFirst() : undefined
  if (!row) throw new NotFound('There is no such list: it may have been removed.')
  return row
}

/** What the buyer's customer shares, and what is the buyer's own. */
function selectLists({ db, workspaceId, customerId, buyerId }: BuyerContext) {
  return db
    .selectFrom('saved_list as s')
    .select(['s.id', 's.name', 's.created_by', 's.created_at', 's.owner_id', 's.shared', 's.revision', 's.changed_by'])
    .select((is) =>
      is
        .selectFrom('saved_list_line as l')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('l.workspace_id', '=', workspaceId)
        .whereRef('l.list_id', '=', 's.id')
        .as('line_count'),
    )
    .where('s.workspace_id', '=', workspaceId)
    .where('s.customer_id', '=', customerId)
    .where(({ eb, or }) => or([eb('s.shared', '=', true), eb('s.owner_id', '=', buyerId)]))
}

type ListRow = Awaited<ReturnType<ReturnType<typeof selectLists>['execute']>>[number]

function shape({ buyerId }: BuyerContext, row: ListRow) {
  const { id, name, shared, revision, created_by, created_at, owner_id, changed_by, line_count } = row
  return {
    id,
    name,
    shared,
    isMine: owner_id === buyerId,
    revision,
    createdBy: created_by,
    createdAt: created_at.toISOString(),
    changedBy: changed_by,
    lineCount: Number(line_count),
  }
}

/** The lines of a list in their order. */
export async function linesOf({ db, workspaceId }: BuyerContext, id: string): Promise<ListLine[]> {
  return db
    .selectFrom('saved_list_line as l')
    .select(['l.product_id as productId', 'l.sku', 'l.name', 'l.qty', 'l.par'])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.list_id', '=', id)
    .orderBy('l.position')
    .execute()
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { rowset } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { isUuid } from '../uuid.ts'
import type { BuyerContext } from './buyer-context.ts'
import { keptLines } from './basket-rows.ts'
import { notAvailable, priceKept, withPresentNames } from './kept-products.ts'
import { addToBasket } from './change-basket.ts'
import type { AddedToBasket } from './change-basket.ts'

/** Lists of a customer. */
const MAX_LISTS = 200

/** The lists of the buyer's customer, by name. */
export async function listSavedLists(context: BuyerContext) {
  const rows = await selectLists(context)
    .orderBy(sql`s.name collate "und-x-icu"`)
    .orderBy('s.id')
    .execute()
  return rows.map(shape)
}

/** One list, with its lines at the present prices. Throws NotFound. */
export async function readSavedList(context: BuyerContext, id: string) {
  const row = isUuid(id) ? await selectLists(context).where('s.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new NotFound('There is no such list: it may have been removed.')
  const kept = await withPresentNames(context, await linesOf(context, id))
  const lines = await priceKept(context, kept)
  return { ...shape(row), lines: lines.map((line, i) => ({ ...line, name: kept[i]!.name })) }
}

/** Saves the lines of the basket as a list. Throws InvalidInput for a name that is taken, and InvalidRequest. */
export async function saveBasketAsList(context: BuyerContext, name: string): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const lines = await keptLines(trx)
    if (lines.length === 0) throw new InvalidRequest('The basket is empty: there is nothing to save.')
    const lists = await listSavedLists(trx)
    if (lists.length >= MAX_LISTS) throw new InvalidRequest(`There are ${MAX_LISTS} lists: remove one first.`)
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
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'customer_id', 'name_key']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) {
      throw new InvalidInput([{ path: 'name', message: `There is a list "${name}" already: choose another name.` }])
    }
    const rows = lines.map(({ productId, sku, name, qty }, position) => ({
      product_id: productId,
      sku,
      name,
      qty,
      position,
    }))
    await sql`
      insert into saved_list_line (workspace_id, list_id, product_id, sku, name, qty, position)
      select ${trx.workspaceId}, ${id}, product_id, sku, name, qty, position
      from ${rowset(rows, 'product_id uuid, sku text, name text, qty integer, position integer')}`.execute(trx.db)
    return { id }
  })
}

/**
 * Adds a list to the basket. Lines of products that the customer does not see are left out, and told. Throws NotFound.
 */
export async function addListToBasket(context: BuyerContext, id: string): Promise<AddedToBasket> {
  const { lines } = await readSavedList(context, id)
  const { added, left } = await addToBasket(
    context,
    lines.filter(({ product }) => product !== null),
  )
  const gone = lines.flatMap(({ sku, qty, product }) => (product ? [] : [{ sku, qty, reason: notAvailable(sku) }]))
  return { added, left: [...gone, ...left] }
}

/** Removes a list. Idempotent. */
export async function removeSavedList(context: BuyerContext, id: string): Promise<void> {
  if (!isUuid(id)) return
  await inTransaction(context, ({ db, workspaceId, customerId }) =>
    db
      .deleteFrom('saved_list')
      .where('workspace_id', '=', workspaceId)
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute(),
  )
}

function selectLists({ db, workspaceId, customerId }: BuyerContext) {
  return db
    .selectFrom('saved_list as s')
    .select(['s.id', 's.name', 's.created_by', 's.created_at'])
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
}

type ListRow = Awaited<ReturnType<ReturnType<typeof selectLists>['execute']>>[number]

function shape({ id, name, created_by, created_at, line_count }: ListRow) {
  return { id, name, createdBy: created_by, createdAt: created_at.toISOString(), lineCount: Number(line_count) }
}

async function linesOf({ db, workspaceId }: BuyerContext, id: string) {
  return db
    .selectFrom('saved_list_line as l')
    .select(['l.product_id as productId', 'l.sku', 'l.name', 'l.qty'])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.list_id', '=', id)
    .orderBy('l.position')
    .execute()
}

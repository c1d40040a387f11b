import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, invalidField, InvalidInput, InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { SAVED_LISTS, ORDER_LIMITS } from '../shared/limits.ts'
import { uuidOf } from '../lib/uuid.ts'
import type { BuyerContext } from './buyer-context.ts'
import { findBasket, storedLines } from './read-basket.ts'
import { buyersByIds } from './buyers-catalogue.ts'
import { priceBuyersLines } from './buyers-line.ts'
import type { BuyersLine } from './buyers-line.ts'
import { notAvailable, withPresentNames } from './product-lines.ts'
import { addToBasket } from './change-basket.ts'
import type { AddedToBasket } from './change-basket.ts'
import { rowset } from '../database/rowset.ts'

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
async function requireRoom(context: BuyerContext, shared: boolean): Promise<void> {
  const lists = (await listSavedLists(context)).filter((list) => list.shared === shared)
  const most = shared ? SAVED_LISTS.shared : SAVED_LISTS.own
  if (lists.length < most) return
  throw new InvalidRequest(`There are ${most} lists ${shared ? 'of your company' : 'of your own'}: remove one first.`)
}

async function linesOfBasket(trx: BuyerContext): Promise<ListLine[]> {
  const basket = await findBasket(trx)
  const lines = basket ? await storedLines(trx, basket.id) : []
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
  await inTransaction(context, ({ db, workspaceId, customerId, buyerId }) =>
    db
      .deleteFrom('saved_list')
      .where('workspace_id', '=', workspaceId)
      .where('customer_id', '=', customerId)
      .where(({ eb, or }) => or([eb('shared', '=', true), eb('owner_id', '=', buyerId)]))
      .where('id', '=', uuidOf(id))
      .execute(),
  )
}

/** A list that the buyer has. With `forChange` it is locked until the transaction ends. Throws NotFound. */
async function findList(context: BuyerContext, id: string, { forChange = false } = {}) {
  const row = await selectLists(context)
    .where('s.id', '=', uuidOf(id))
    .$if(forChange, (query) => query.forUpdate('s'))
    .executeTakeFirst()
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
async function linesOf({ db, workspaceId }: BuyerContext, id: string): Promise<ListLine[]> {
  return db
    .selectFrom('saved_list_line as l')
    .select(['l.product_id as productId', 'l.sku', 'l.name', 'l.qty', 'l.par'])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.list_id', '=', id)
    .orderBy('l.position')
    .execute()
}

/** A line of a list. `par` is how many of it are wanted in stock. */
type ListLine = { productId: string; sku: string; name: string; qty: number; par: number | null }

/** The products of priced lines, each once. Throws InvalidInput where the customer sees no such product. */
function newListLines(priced: readonly BuyersLine[]): ListLine[] {
  const issues = priced.flatMap(({ product, problem }, i) =>
    product ? [] : [{ path: `lines.${i}.sku`, message: problem! }],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
  const lines = new Map<string, ListLine>()
  for (const { sku, qty, product } of priced) {
    const { id, name } = product!
    if (!lines.has(id)) lines.set(id, { productId: id, sku, name, qty, par: null })
  }
  return [...lines.values()]
}

/** Writes lines of a list in their order, behind those that have a place before `from`. */
async function insertListLines(
  { db, workspaceId }: BuyerContext,
  listId: string,
  lines: readonly ListLine[],
  from = 0,
): Promise<void> {
  const rows = lines.map((line, i) => ({ ...line, position: from + i }))
  await sql`
    insert into saved_list_line (workspace_id, list_id, product_id, sku, name, qty, par, position)
    select ${workspaceId}, ${listId}, "productId", sku, name, qty, par, position
    from ${rowset(rows, '"productId" uuid, sku text, name text, qty integer, par integer, position integer')}`.execute(
    db,
  )
}

function nameTaken(name: string): InvalidInput {
  return invalidField('name', `There is a list "${name}" already: choose another name.`)
}

type ChangedList = {
  /** The one that was seen. */
  revision: number
  name: string
  shared: boolean
  /** All lines in their order. */
  lines: readonly Pick<ListLine, 'productId' | 'qty' | 'par'>[]
}

/**
 * Saves a list as a whole. Throws Conflict where a colleague has changed it since it was seen, NotFound where it is
 * gone, and InvalidInput for a name that is taken or a product that the customer does not see.
 */
export async function changeList(context: BuyerContext, id: string, changed: ChangedList): Promise<void> {
  const { revision, name, shared } = changed
  await inTransaction(context, async (trx) => {
    const list = await findList(trx, id, { forChange: true })
    if (list.revision !== revision) {
      throw new Conflict(`${list.changed_by ?? 'Somebody'} has changed this list since. Your changes were not saved.`)
    }
    if (shared !== list.shared) {
      if (list.owner_id !== trx.buyerId) {
        throw invalidField('shared', `Must be decided by ${list.created_by}, who made the list.`)
      }
      await requireRoom(trx, shared)
    }
    await requireFree(trx, { id, name, shared })
    const lines = await withNames(trx, await linesOf(trx, id), changed.lines)
    await trx.db
      .updateTable('saved_list')
      .set({ name, name_key: matchingKey(name), shared, ...changedBy(trx) })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    await trx.db
      .deleteFrom('saved_list_line')
      .where('workspace_id', '=', trx.workspaceId)
      .where('list_id', '=', id)
      .execute()
    await insertListLines(trx, id, lines)
  })
}

/** Adds products at the end of a list; those that are on it stay as they are. Throws NotFound and InvalidInput. */
export async function addToList(
  context: BuyerContext,
  id: string,
  asked: readonly { sku: string; qty: number }[],
): Promise<{ added: number }> {
  // Before the transaction: others would wait for the prices of a thousand lines.
  const priced = await priceBuyersLines(context, asked)
  return inTransaction(context, async (trx) => {
    await findList(trx, id, { forChange: true })
    const there = await linesOf(trx, id)
    const known = new Set(there.map(({ productId }) => productId))
    const lines = newListLines(priced).filter(({ productId }) => !known.has(productId))
    if (there.length + lines.length > ORDER_LIMITS.lines) {
      throw invalidField('lines', `Must have at most ${ORDER_LIMITS.lines} lines on the list.`)
    }
    if (lines.length === 0) return { added: 0 }
    await trx.db
      .updateTable('saved_list')
      .set(changedBy(trx))
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
    await insertListLines(trx, id, lines, there.length)
    return { added: lines.length }
  })
}

function changedBy({ actor }: BuyerContext) {
  return { changed_by: actor.name, revision: sql<number>`revision + 1` }
}

async function requireFree(
  { db, workspaceId, customerId, buyerId }: BuyerContext,
  { id, name, shared }: { id: string; name: string; shared: boolean },
): Promise<void> {
  const taken = await db
    .selectFrom('saved_list')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('name_key', '=', matchingKey(name))
    .where('shared', '=', shared)
    .where('id', '<>', id)
    .$if(!shared, (query) => query.where('owner_id', '=', buyerId))
    .executeTakeFirst()
  if (taken) throw nameTaken(name)
}

/** New products get their present names; what is on the list keeps its own, also where it is not seen any more. */
async function withNames(
  context: BuyerContext,
  there: readonly ListLine[],
  lines: ChangedList['lines'],
): Promise<ListLine[]> {
  const kept = new Map(there.map((line) => [line.productId, line]))
  const named = lines.map((line) => ({ sku: '', name: '', ...kept.get(line.productId), ...line }))
  const known = await withPresentNames(context, named)
  const first = new Map(known.map(({ productId }, i) => [productId, i] as const).toReversed())
  const issues = known.flatMap(({ productId, isSeen }, i) => {
    if (first.get(productId)! < i) {
      return [{ path: `lines.${i}.productId`, message: 'Must not be on the list more than once.' }]
    }
    return isSeen || kept.has(productId)
      ? []
      : [{ path: `lines.${i}.productId`, message: 'There is no such product: choose another one.' }]
  })
  if (issues.length > 0) throw new InvalidInput(issues)
  return known
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'
import type { LockMode } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { PRICE_CHANGE_NAME } from '../../shared/limits.ts'
import { lockPriceChange, readPriceChange, shapePriceChange } from './list-price-changes.ts'
import type { PriceChange } from './list-price-changes.ts'

/**
 * Takes a shared lock on a draft until the transaction ends, and returns its id. The draft stays a draft meanwhile;
 * others may fill it at the same time. Throws NotFound, or InvalidRequest if it is no longer a draft.
 */
export async function lockDraft(context: WorkspaceContext, id: string): Promise<string> {
  await lockPriceChange(context, id, 'shared')
  return requireDraft(context, id)
}

/** The id of a draft. Throws NotFound if the price change does not exist, or InvalidRequest if it is not a draft. */
export async function requireDraft(context: WorkspaceContext, id: string): Promise<string> {
  const change = await readPriceChange(context, id)
  if (change.status !== 'draft') {
    throw new InvalidRequest(
      `The price change "${id}" is ${change.status}, no longer a draft. Leave priceChangeId out to start a new one.`,
      'draft_gone',
    )
  }
  return change.id
}

/**
 * The id of the draft that the API key, which is the actor, finds by this text; null while there is none. In a
 * transaction, it takes the same lock. With `having`: only one that has a line of one of these products.
 */
export async function draftOfKey(
  context: WorkspaceContext,
  key: string,
  having?: string[],
  lock: LockMode = 'shared',
): Promise<string | null> {
  const { db, workspaceId, actor } = context
  const find = () =>
    db
      .selectFrom('price_change as c')
      .select('c.id')
      .where('c.workspace_id', '=', workspaceId)
      .where('c.draft_key_of', '=', actor.id)
      .where('c.draft_key', '=', key)
      .where('c.status', '=', 'draft')
      .$if(having !== undefined, (query) =>
        query.where(
          sql<boolean>`exists (
            select from price_change_line where workspace_id = ${workspaceId} and price_change_id = c.id
              and product_id = any(${uuidArray(having!)}))`,
        ),
      )
      .executeTakeFirst()
  const found = await find()
  if (!found || !db.isTransaction) return found?.id ?? null
  await lockPriceChange(context, found.id, lock)
  // It may have been published meanwhile.
  return (await find())?.id === found.id ? found.id : null
}

/** The key of the draft that a person's edits of list prices go into. */
const OWN = 'own'

/**
 * The id of the open draft of the person who is the actor: the one that edits of list prices go into until it is
 * scheduled, published or discarded. Null while there is none. In a transaction, it is locked.
 */
export function ownDraft(context: WorkspaceContext, lock: LockMode): Promise<string | null> {
  return draftOfKey(context, OWN, undefined, lock)
}

/** Starts that draft, and returns its id. */
export function startOwnDraft(context: WorkspaceContext): Promise<string> {
  const { id, name } = context.actor
  return startDraft(context, `Prices of ${name}`, id === null ? undefined : OWN)
}

/** The same draft to show; null while there is none. */
export async function readOwnDraft(context: WorkspaceContext): Promise<PriceChange | null> {
  const id = await ownDraft(context, 'shared')
  return id === null ? null : shapePriceChange(await readPriceChange(context, id))
}

/** SQL: the price of a product in that draft; null for none. */
export function ownDraftPrice({ workspaceId, actor }: WorkspaceContext, productId: RawBuilder<unknown>) {
  return sql<number | null>`(
    select line.new_price from price_change c
    join price_change_line line on line.workspace_id = ${workspaceId} and line.price_change_id = c.id
      and line.product_id = ${productId}
    where c.workspace_id = ${workspaceId} and c.draft_key_of = ${actor.id}::uuid and c.draft_key = ${OWN}
      and c.status = 'draft')`
}

/**
 * Starts an empty draft and returns its id. With a key, its API key, or its person, finds it again: where another call has started it
 * just now, the database refuses this one, and the transaction runs again.
 */
export async function startDraft(context: WorkspaceContext, name: string, key?: string): Promise<string> {
  const { db, workspaceId, actor, clock } = context
  const id = randomUUIDv7()
  const now = clock()
  await db
    .insertInto('price_change')
    .values({
      workspace_id: workspaceId,
      id,
      // By whole characters.
      name: [...name].slice(0, PRICE_CHANGE_NAME).join('').trim(),
      status: 'draft',
      line_count: 0,
      ...(key !== undefined && { draft_key: key, draft_key_of: actor.id }),
      created_by: JSON.stringify(actor),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/**
 * Adds new list prices (minor units) to a locked draft. A product that is in the draft gets the newer price.
 * Returns the number of lines added or changed.
 */
export async function addToDraft(
  context: WorkspaceContext,
  draftId: string,
  lines: readonly { productId: string; newPrice: number }[],
): Promise<number> {
  const { db, workspaceId, clock } = context
  const rows = lines.map(({ productId, newPrice }) => ({ product_id: productId, new_price: newPrice }))
  const { rows: written } = await sql<{ added: boolean }>`
    insert into price_change_line as line (workspace_id, price_change_id, product_id, new_price, set_at)
    select ${workspaceId}, ${draftId}, product_id, new_price, ${clock()} from ${rowset(rows, 'product_id uuid, new_price bigint')}
    on conflict (workspace_id, price_change_id, product_id) do update set new_price = excluded.new_price, set_at = excluded.set_at
    where line.new_price <> excluded.new_price
    returning xmax = 0 as added`.execute(db)
  if (written.length > 0) await countLines(context, draftId, written.filter((line) => line.added).length)
  return written.length
}

/** Takes the lines of products out of a locked draft. Returns their number. */
export async function takeFromDraft(context: WorkspaceContext, draftId: string, productIds: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from price_change_line where workspace_id = ${context.workspaceId} and price_change_id = ${draftId}
      and product_id = any(${uuidArray(productIds)})`.execute(context.db)
  const taken = Number(numAffectedRows)
  if (taken > 0) await countLines(context, draftId, -taken)
  return taken
}

async function countLines({ db, workspaceId, clock }: WorkspaceContext, draftId: string, added: number): Promise<void> {
  await db
    .updateTable('price_change')
    .set((is) => ({ line_count: is('line_count', '+', added), updated_at: clock() }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', draftId)
    .execute()
}
